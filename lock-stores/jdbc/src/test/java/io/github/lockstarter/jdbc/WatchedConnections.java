package io.github.lockstarter.jdbc;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;

/**
 * Connections of which somebody hears before a statement is executed.
 */
final class WatchedConnections implements ConnectionSource {

	private final ConnectionSource source;

	private final Before before;

	/**
	 * Creates them.
	 * @param source opens connections
	 * @param before hears of each statement
	 */
	WatchedConnections(ConnectionSource source, Before before) {
		this.source = source;
		this.before = before;
	}

	@Override
	public Connection open(String user, Duration timeout) throws SQLException {
		Connection opened = this.source.open(user, timeout);
		return (Connection) proxy(Connection.class, (proxy, method, arguments) -> {
			Object made = call(() -> method.invoke(opened, arguments));
			return (made instanceof PreparedStatement statement) ? watched(statement, (String) arguments[0]) : made;
		});
	}

	private Object watched(PreparedStatement statement, String sql) {
		return proxy(PreparedStatement.class, (proxy, method, arguments) -> {
			if (method.getName().startsWith("execute")) {
				this.before.execution(sql);
			}
			return call(() -> method.invoke(statement, arguments));
		});
	}

	private static Object proxy(Class<?> type, InvocationHandler handler) {
		return Proxy.newProxyInstance(WatchedConnections.class.getClassLoader(), new Class<?>[] { type }, handler);
	}

	private static Object call(Call call) throws Throwable {
		try {
			return call.made();
		}
		catch (InvocationTargetException ex) {
			throw ex.getCause();
		}
	}

	@Override
	public String address() {
		return this.source.address();
	}

	/**
	 * Hears of a statement, and may hold it or refuse it.
	 */
	@FunctionalInterface
	interface Before {

		void execution(String sql) throws Exception;

	}

	/**
	 * Something of a driver.
	 */
	private interface Call {

		Object made() throws ReflectiveOperationException;

	}

}
