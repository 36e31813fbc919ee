package io.github.lockstarter.jdbc;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Collectors;

import org.h2.tools.Server;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

import io.github.lockstarter.store.LockStartException;
import io.github.lockstarter.test.FreePort;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNoException;

/**
 * Databases that cannot keep locks as they are.
 */
class UnusableDatabaseTests {

	@Test
	void databaseThatIsNotKnownStopsTheStart() {
		assertRefused(new Renamed("Oracle", Map.of()),
				"Distributed locks can be kept in PostgreSQL, MariaDB, MySQL, H2 and HSQLDB, not in Oracle");
	}

	@ParameterizedTest
	@ValueSource(strings = { "MariaDB", "MySQL" })
	void binaryLogOfStatementsStopsTheStart(String product) {
		assertRefused(new Renamed(product, Map.of("log_bin", "ON", "binlog_format", "STATEMENT")),
				product + " writes its binary log with binlog_format=STATEMENT");
	}

	@ParameterizedTest
	@CsvSource({ "OFF, STATEMENT", "ON, ROW", "ON, MIXED" })
	void otherBinaryLogsAreTaken(String log, String format) throws SQLException {
		try (Connection connection = new Renamed("MariaDB", Map.of("log_bin", log, "binlog_format", format))
			.open("test", JdbcContract.PATIENCE)) {
			assertThatNoException().isThrownBy(() -> RequiredSettings.check(connection, Dialect.MARIADB));
		}
	}

	@Test
	void grammarOfAnotherDatabaseStopsTheStart() {
		assertRefused(new Renamed("MariaDB", Map.of("sql_mode", "PIPES_AS_CONCAT,ANSI_QUOTES,ORACLE,NO_KEY_OPTIONS")),
				"MariaDB runs with sql_mode=ORACLE");
	}

	/**
	 * Each connection would have a database of its own.
	 */
	@ParameterizedTest
	@ValueSource(strings = { "jdbc:h2:mem:", "jdbc:h2:mem:;MODE=PostgreSQL" })
	void databaseInMemoryWithoutANameStopsTheStart(String url) {
		assertRefused(new DriverConnections(url, "sa", ""), "The H2 database at jdbc:h2:mem: has no name");
		assertRefused(new DataSourceConnections(new DriverManagerDataSource(url, "sa", "")),
				"The H2 database at jdbc:h2:mem: has no name");
	}

	@Test
	void databaseWithoutANameAtAServerStopsTheStart() throws SQLException {
		Server server = Server.createTcpServer("-tcpPort", String.valueOf(FreePort.pick()), "-ifNotExists").start();
		try {
			String url = "jdbc:h2:tcp://127.0.0.1:" + server.getPort() + "/mem:";
			assertRefused(new DriverConnections(url, "sa", ""), "The H2 database at " + url + " has no name");
			JdbcLockStore named = JdbcContract.store(new DriverConnections(url + "locks", "sa", ""));
			named.start(new Deaf());
			named.stop();
		}
		finally {
			server.stop();
		}
	}

	private static void assertRefused(ConnectionSource source, String why) {
		JdbcLockStore store = JdbcContract.store(source);
		assertThatExceptionOfType(LockStartException.class).isThrownBy(() -> store.start(new Deaf()))
			.withMessageStartingWith(why);
	}

	/**
	 * A database that says that it is another one, with these variables.
	 */
	private record Renamed(String product, Map<String, String> variables) implements ConnectionSource {

		private static final ConnectionSource H2 = new DriverConnections("jdbc:h2:mem:renamed", "sa", "");

		@Override
		public Connection open(String user, Duration timeout) throws SQLException {
			Connection connection = H2.open(user, timeout);
			return proxy(Connection.class, connection, Map.of("getMetaData",
					proxy(DatabaseMetaData.class, connection.getMetaData(),
							Map.of("getDatabaseProductName", this.product)),
					"createStatement",
					proxy(Statement.class, connection.createStatement(), Map.of("executeQuery", rows(connection)))));
		}

		/**
		 * What "show variables" answers.
		 */
		private ResultSet rows(Connection connection) throws SQLException {
			String rows = this.variables.entrySet()
				.stream()
				.map((one) -> "('" + one.getKey() + "', '" + one.getValue() + "')")
				.collect(Collectors.joining(", "));
			return connection.createStatement()
				.executeQuery(rows.isEmpty() ? "select '', '' where 1 = 0" : "values " + rows);
		}

		private static <T> T proxy(Class<T> type, T target, Map<String, Object> answers) {
			return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] { type },
					(proxy, called, arguments) -> {
						try {
							Object answer = answers.get(called.getName());
							return (answer != null) ? answer : called.invoke(target, arguments);
						}
						catch (InvocationTargetException ex) {
							throw ex.getCause();
						}
					}));
		}

		@Override
		public String address() {
			return H2.address();
		}

	}

}
