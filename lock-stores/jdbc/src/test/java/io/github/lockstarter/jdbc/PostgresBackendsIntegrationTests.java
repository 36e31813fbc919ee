package io.github.lockstarter.jdbc;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import io.github.lockstarter.core.LockSettings;
import io.github.lockstarter.jdbc.JdbcSettings.SchemaMode;
import io.github.lockstarter.runtime.ThreadRuntime;
import io.github.lockstarter.store.SystemLockClock;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What works for an instance at PostgreSQL, and hangs there.
 */
@Tag("gate")
class PostgresBackendsIntegrationTests {

	private static final LockSettings HASTY = LockSettings
		.of((settings) -> settings.setCommandTimeout(Duration.ofMillis(200)));

	private final AtomicInteger opened = new AtomicInteger();

	/**
	 * As a table that is altered, a row of an open transaction, or a commit that waits
	 * for a standby: PostgreSQL does not look whether the client is there.
	 */
	@Test
	void doesNotPileUpWhileEachConnectionIsGivenUp() throws SQLException {
		JdbcLockStore store = new JdbcLockStore(source(),
				new JdbcSettings("distributed_lock", SchemaMode.ALWAYS, 1, Duration.ofMillis(20)), HASTY, "lock",
				"test", new ThreadRuntime(new SystemLockClock()));
		store.start(new Deaf());
		try (Connection other = SharedPostgres.source().open("test", Duration.ofSeconds(60));
				Statement statement = other.createStatement()) {
			other.setAutoCommit(false);
			statement.execute("lock table distributed_lock_client in access exclusive mode");
			Awaitility.await().until(() -> hanging() > 0);
			int before = this.opened.get();
			Awaitility.await().until(() -> this.opened.get() > before + 3);
			Awaitility.await()
				.untilAsserted(() -> assertThat(hanging()).as("the last one, and one that is just being ended")
					.isLessThanOrEqualTo(2));
		}
		finally {
			store.stop();
		}
	}

	/**
	 * A pool of the application lends it to somebody else when we have given it back.
	 */
	@Test
	void isNotKnownBehindAPoolAndIsNeverTheOneThatAsks() throws SQLException {
		ConnectionSource pool = new WatchedConnections(SharedPostgres.source(), (sql) -> {
		});
		try (Connection lent = pool.open("test", Duration.ofSeconds(60));
				Connection own = SharedPostgres.source().open("test", Duration.ofSeconds(60))) {
			assertThat(PostgresBackend.of(lent)).isNull();
			PostgresBackend backend = PostgresBackend.of(own);
			assertThat(backend).isNotNull();
			assertThat(backend.end(own)).isTrue();
			assertThat(own.isValid(60)).isTrue();
		}
	}

	private static int hanging() throws SQLException {
		try (Connection connection = SharedPostgres.source().open("test", Duration.ofSeconds(60));
				Statement statement = connection.createStatement();
				ResultSet result = statement.executeQuery("select count(*) from pg_stat_activity "
						+ "where application_name like 'distributed-lock%' and wait_event_type = 'Lock'")) {
			result.next();
			return result.getInt(1);
		}
	}

	private ConnectionSource source() {
		ConnectionSource source = SharedPostgres.source();
		return new ConnectionSource() {

			@Override
			public Connection open(String user, Duration timeout) throws SQLException {
				Connection connection = source.open(user, timeout);
				PostgresBackendsIntegrationTests.this.opened.incrementAndGet();
				return connection;
			}

			@Override
			public String address() {
				return source.address();
			}

		};
	}

}
