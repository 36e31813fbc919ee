package io.github.lockstarter.benchmark.contender;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Deque;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.locks.LockSupport;

/**
 * PostgreSQL's own lock of a session, by hand. Nothing is written or committed; it has no
 * lease, so that a holder that hangs keeps it. Each caller that holds or waits has a
 * connection of its own, which is kept for the next one.
 */
final class AdvisoryLock implements Contender {

	private static final String KEY = "(hashtextextended(?, 0))";

	private final String url;

	private final boolean blocking;

	private final Deque<Connection> idle = new ConcurrentLinkedDeque<>();

	/**
	 * Creates it.
	 * @param endpoint the database
	 * @param blocking whether a caller waits in PostgreSQL; otherwise it asks again every
	 * 50 ms
	 */
	AdvisoryLock(Endpoint endpoint, boolean blocking) {
		this.url = endpoint.jdbcUrl();
		this.blocking = blocking;
	}

	@Override
	public Runnable acquire(String name) {
		try {
			Connection known = this.idle.poll();
			Connection connection = (known != null) ? known : DriverManager.getConnection(this.url);
			if (this.blocking) {
				ask(connection, "pg_advisory_lock", name);
			}
			else {
				while (!ask(connection, "pg_try_advisory_lock", name)) {
					LockSupport.parkNanos(RowLock.PAUSE_NANOS);
				}
			}
			return () -> release(connection, name);
		}
		catch (SQLException ex) {
			throw new IllegalStateException(ex);
		}
	}

	private void release(Connection connection, String name) {
		try {
			ask(connection, "pg_advisory_unlock", name);
			this.idle.push(connection);
		}
		catch (SQLException ex) {
			throw new IllegalStateException(ex);
		}
	}

	private static boolean ask(Connection connection, String function, String name) throws SQLException {
		try (PreparedStatement statement = connection.prepareStatement("select " + function + KEY)) {
			statement.setString(1, name);
			try (ResultSet result = statement.executeQuery()) {
				result.next();
				return "t".equals(result.getString(1));
			}
		}
	}

	@Override
	public void close() {
		for (Connection connection = this.idle.poll(); connection != null; connection = this.idle.poll()) {
			try {
				connection.close();
			}
			catch (SQLException ex) {
				throw new IllegalStateException(ex);
			}
		}
	}

}
