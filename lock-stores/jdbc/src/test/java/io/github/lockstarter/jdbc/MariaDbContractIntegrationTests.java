package io.github.lockstarter.jdbc;

import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;

/**
 * On a MariaDB or MySQL that is named, such as
 * {@code jdbc:mariadb://127.0.0.1:3306/locks?user=root}: there is none that a test could
 * bring along.
 */
@EnabledIfEnvironmentVariable(named = MariaDbContractIntegrationTests.URL, matches = ".+")
class MariaDbContractIntegrationTests extends JdbcContract {

	static final String URL = "LOCK_TEST_MARIADB";

	@Override
	ConnectionSource source() {
		return new DriverConnections(System.getenv(URL), null, null);
	}

}
