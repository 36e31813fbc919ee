package io.github.lockstarter.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Connections that write down which statements were run for commands about locks.
 */
final class CountedConnections implements ConnectionSource {

	private final ConnectionSource source;

	private final List<String> statements = new CopyOnWriteArrayList<>();

	CountedConnections(ConnectionSource source) {
		this.source = new WatchedConnections(source, this.statements::add);
	}

	/**
	 * What was run since it was asked last: the first word of each statement.
	 */
	List<String> taken() {
		List<String> taken = this.statements.stream()
			.filter(CountedConnections::isOfACommand)
			.map((sql) -> sql.substring(0, sql.indexOf(' ')))
			.toList();
		this.statements.clear();
		return taken;
	}

	/**
	 * How often since then it was asked whether a waiter can be told.
	 */
	long questionsWhoListens() {
		return this.statements.stream().filter((sql) -> sql.startsWith("select c.mail")).count();
	}

	@Override
	public Connection open(String user, Duration timeout) throws SQLException {
		return this.source.open(user, timeout);
	}

	// And not of what an instance does at its own times: it says that it is there, looks
	// for its messages, deletes what is old; nor whether a waiter can be told
	private static boolean isOfACommand(String sql) {
		return (sql.contains("distributed_lock") || sql.contains("pg_notify")) && !sql.contains("_client")
				&& !sql.contains("keep_until < ") && !sql.contains("where sent") && !sql.contains("id, body from")
				&& !sql.startsWith("delete");
	}

	@Override
	public String address() {
		return this.source.address();
	}

}
