package io.github.lockstarter.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;

import io.github.lockstarter.core.LockSettings;
import io.github.lockstarter.core.RecordQueueContract;
import io.github.lockstarter.jdbc.JdbcSettings.SchemaMode;
import io.github.lockstarter.runtime.ThreadRuntime;
import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.store.SystemLockClock;

/**
 * The store on one kind of database.
 */
abstract class JdbcContract extends RecordQueueContract {

	/**
	 * For how long a statement beside the store may take.
	 */
	static final Duration PATIENCE = Duration.ofSeconds(60);

	/**
	 * Those of users, with time for a busy machine.
	 */
	static final LockSettings SETTINGS = LockSettings.of((settings) -> settings.setCommandTimeout(Duration.ofSeconds(5))
		.setStartTimeout(Duration.ofMinutes(1))
		.setWaitTime(Duration.ofMinutes(1))
		.getHandOff()
		.setLease(Duration.ofSeconds(20)));

	abstract ConnectionSource source();

	@Override
	protected LockStore store() {
		return store(source());
	}

	@Override
	protected void leaveBehind(String client) throws SQLException {
		execute(source(), "delete from distributed_lock_client where id = '" + client + "'");
		execute(source(), "insert into distributed_lock_client (id, label, mail, seen) values ('" + client + "', '"
				+ client + "', 1, 0)");
	}

	static JdbcLockStore store(ConnectionSource source) {
		return new JdbcLockStore(source,
				new JdbcSettings("distributed_lock", SchemaMode.ALWAYS, 2, Duration.ofMillis(20)), SETTINGS, "lock",
				"contract", new ThreadRuntime(new SystemLockClock()));
	}

	static void execute(ConnectionSource source, String sql) throws SQLException {
		try (Connection connection = source.open("test", PATIENCE);
				Statement statement = connection.createStatement()) {
			statement.execute(sql);
		}
	}

}
