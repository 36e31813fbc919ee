package io.github.lockstarter.jdbc;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Connections that the test ends, as a server does that closes what is quiet.
 */
final class EndedConnections implements ConnectionSource {

	private final ConnectionSource source;

	private final List<Connection> standing = new CopyOnWriteArrayList<>();

	private final List<AtomicInteger> signs = new CopyOnWriteArrayList<>();

	private volatile boolean shut;

	EndedConnections(ConnectionSource source) {
		this.source = source;
	}

	@Override
	public Connection open(String user, Duration timeout) throws SQLException {
		if (this.shut) {
			throw new SQLException("the database is away", "08001");
		}
		Connection opened = this.source.open(user, timeout);
		AtomicInteger asked = new AtomicInteger();
		this.standing.add(opened);
		this.signs.add(asked);
		return (Connection) Proxy.newProxyInstance(EndedConnections.class.getClassLoader(),
				new Class<?>[] { Connection.class }, (proxy, method, arguments) -> {
					if (method.getName().equals("isValid")) {
						asked.incrementAndGet();
					}
					try {
						return method.invoke(opened, arguments);
					}
					catch (InvocationTargetException ex) {
						throw ex.getCause();
					}
				});
	}

	/**
	 * How often each connection was asked for a sign of life, in the order in which they
	 * were opened.
	 */
	List<Integer> signs() {
		return this.signs.stream().map(AtomicInteger::get).toList();
	}

	/**
	 * How many were opened.
	 */
	int opened() {
		return this.signs.size();
	}

	/**
	 * No connection can be made from now on.
	 */
	void shut() {
		this.shut = true;
	}

	/**
	 * Ends all that stand.
	 */
	void end() throws SQLException {
		for (Connection connection : this.standing) {
			connection.close();
		}
		this.standing.clear();
	}

	@Override
	public String address() {
		return this.source.address();
	}

}
