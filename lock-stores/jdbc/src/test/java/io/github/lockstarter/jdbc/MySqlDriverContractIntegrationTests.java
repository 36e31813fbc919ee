package io.github.lockstarter.jdbc;

import java.sql.Connection;

import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;

import io.github.lockstarter.test.TestMariaDb;

/**
 * With the driver of MySQL, on the server that {@code LOCK_TEST_MARIADB} names. That
 * driver does not support MariaDB.
 */
class MySqlDriverContractIntegrationTests extends JdbcContract {

	private static String url;

	@BeforeAll
	static void begin() throws Exception {
		String named = TestMariaDb.shared();
		try (Connection connection = new DriverConnections(named, null, null).open("test", PATIENCE)) {
			Assumptions.assumeTrue(Dialect.of(connection) == Dialect.MYSQL, "The server is no MySQL");
		}
		url = named.replace("jdbc:mariadb:", "jdbc:mysql:");
	}

	@Override
	ConnectionSource source() {
		return new DriverConnections(url, null, null);
	}

}
