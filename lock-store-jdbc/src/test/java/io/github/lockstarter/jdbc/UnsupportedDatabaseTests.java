package io.github.lockstarter.jdbc;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.time.Duration;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

class UnsupportedDatabaseTests {

	@Test
	void databaseThatIsNotKnownStopsTheStart() {
		JdbcLockStore store = JdbcContract.store(new Renamed());
		assertThatIllegalStateException().isThrownBy(() -> store.start(new Deaf()))
			.withMessage("Distributed locks can be kept in PostgreSQL, MariaDB, MySQL, H2 and HSQLDB, not in Oracle");
	}

	/**
	 * A database that says that it is another one.
	 */
	private static final class Renamed implements ConnectionSource {

		private final ConnectionSource h2 = new DriverConnections("jdbc:h2:mem:", "sa", "");

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
