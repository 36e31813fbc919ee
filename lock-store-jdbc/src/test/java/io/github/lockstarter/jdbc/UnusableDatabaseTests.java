package io.github.lockstarter.jdbc;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.time.Duration;

import org.h2.tools.Server;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

import io.github.lockstarter.test.FreePort;

import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * Databases that cannot keep locks as they are.
 */
class UnusableDatabaseTests {

	@Test
	void databaseThatIsNotKnownStopsTheStart() {
		JdbcLockStore store = JdbcContract.store(new Renamed());
		assertThatIllegalStateException().isThrownBy(() -> store.start(new Deaf()))
			.withMessage("Distributed locks can be kept in PostgreSQL, MariaDB, MySQL, H2 and HSQLDB, not in Oracle");
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
		assertThatIllegalStateException().isThrownBy(() -> store.start(new Deaf()))
			.withMessageStartingWith(why)
			.withCauseInstanceOf(UnusableDatabaseException.class);
	}

	/**
	 * A database that says that it is another one.
	 */
	private static final class Renamed implements ConnectionSource {

		private final ConnectionSource h2 = new DriverConnections("jdbc:h2:mem:renamed", "sa", "");

		@Override
		public Connection open(String user, Duration timeout) throws SQLException {
			Connection connection = this.h2.open(user, timeout);
			return proxy(Connection.class, connection, "getMetaData",
					proxy(DatabaseMetaData.class, connection.getMetaData(), "getDatabaseProductName", "Oracle"));
		}

		private static <T> T proxy(Class<T> type, T target, String method, Object result) {
			return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] { type },
					(proxy, called, arguments) -> {
						try {
							return called.getName().equals(method) ? result : called.invoke(target, arguments);
						}
						catch (InvocationTargetException ex) {
							throw ex.getCause();
						}
					}));
		}

		@Override
		public String address() {
			return this.h2.address();
		}

	}

}
