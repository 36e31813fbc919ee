package io.github.lockstarter.jdbc;

import org.junit.jupiter.api.BeforeAll;

import io.github.lockstarter.test.TestMariaDb;

/**
 * On the MariaDB or MySQL that {@code LOCK_TEST_MARIADB} names, a program or a URL: there
 * is none that a test could bring along.
 */
class MariaDbContractIntegrationTests extends JdbcContract {

	private static String url;

	@BeforeAll
	static void begin() {
		url = TestMariaDb.shared();
	}

	@Override
	ConnectionSource source() {
		return new DriverConnections(url, null, null);
	}

}
