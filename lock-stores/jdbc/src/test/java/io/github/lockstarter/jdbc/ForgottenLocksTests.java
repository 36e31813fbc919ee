package io.github.lockstarter.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import io.github.lockstarter.jdbc.JdbcSettings.SchemaMode;
import io.github.lockstarter.store.LockStore;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Rows that nobody needs any more.
 */
class ForgottenLocksTests {

	private static final int OLD = 20_000;

	private static final int MOST_IN_A_STATEMENT = 100;

	private final ConnectionSource source = new DriverConnections(
			"jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1", "sa", "");

	private final AtomicInteger deletions = new AtomicInteger();

	private final JdbcLockStore store = JdbcContract.store(new WatchedConnections(this.source, (sql) -> {
		if (sql.startsWith("delete from distributed_lock where")) {
			this.deletions.incrementAndGet();
		}
	}));

	@AfterEach
	void stop() {
		this.store.stop();
	}

	/**
	 * As many as 600 new names a second leave behind in the time between two looks.
	 */
	@Test
	void allAreDeletedHoweverManyAndAFewInAStatement() throws SQLException {
		start();
		this.store.stop();
		makeOldRows(OLD);
		start();
		assertThat(this.store.acquire("kept", this.store.clientId() + ":1", 60_000, 0, LockStore.NO_LIMIT)
			.toCompletableFuture()
			.join()
			.firstToken()).as("it does not wait for all of them").isPositive();
		Awaitility.await().until(() -> count("keep_until = 1") == 0);
		assertThat(count("name = 'kept'")).isOne();
		assertThat(this.deletions.get()).isGreaterThanOrEqualTo(OLD / MOST_IN_A_STATEMENT);
	}

	/**
	 * The clocks of applications may differ from that of the database as they like.
	 */
	@Test
	void oldRowsAreDeletedAlthoughTheWallClockOfTheInstanceIsSetBack() throws SQLException {
		SetClock clock = new SetClock();
		JdbcLockStore instance = new JdbcLockStore(this.source,
				new JdbcSettings("distributed_lock", SchemaMode.ALWAYS, 1, Duration.ofMillis(20)),
				JdbcContract.SETTINGS, "lock", "test", HurriedRuntime.of(clock));
		instance.start(new Deaf());
		try {
			makeOldRows(1);
			Awaitility.await().until(() -> {
				clock.pass(Duration.ofMinutes(1));
				return count("keep_until = 1") == 0;
			});
			clock.setBack(Duration.ofDays(1));
			makeOldRows(1);
			clock.pass(Duration.ofMinutes(1));
			Awaitility.await().until(() -> count("keep_until = 1") == 0);
		}
		finally {
			instance.stop();
		}
	}

	private void makeOldRows(int rows) throws SQLException {
		try (Connection connection = this.source.open("test", JdbcContract.PATIENCE);
				PreparedStatement insert = connection
					.prepareStatement("insert into distributed_lock (id, name, version, last_token, first_token, "
							+ "handed_until, keep_until) values (?, 'old', 1, 1, 1, 0, 1)")) {
			for (int i = 0; i < rows; i++) {
				insert.setString(1, "old" + i);
				insert.addBatch();
			}
			insert.executeBatch();
		}
	}

	private long count(String condition) throws SQLException {
		try (Connection connection = this.source.open("test", JdbcContract.PATIENCE);
				Statement statement = connection.createStatement();
				ResultSet result = statement.executeQuery("select count(*) from distributed_lock where " + condition)) {
			result.next();
			return result.getLong(1);
		}
	}

	private void start() {
		this.store.start(new Deaf());
	}

}
