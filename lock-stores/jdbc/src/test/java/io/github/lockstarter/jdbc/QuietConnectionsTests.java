package io.github.lockstarter.jdbc;

import java.time.Duration;
import java.util.List;
import java.util.UUID;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import io.github.lockstarter.core.LockTemplate;
import io.github.lockstarter.jdbc.JdbcSettings.SchemaMode;
import io.github.lockstarter.runtime.LockRuntime;
import io.github.lockstarter.runtime.ThreadRuntime;
import io.github.lockstarter.store.Moment;
import io.github.lockstarter.store.StoreState.Condition;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Connections that have nothing to do for a while.
 */
class QuietConnectionsTests {

	private static final int CONNECTIONS = 4;

	private static final Duration QUIET = Duration.ofSeconds(10);

	private final SetClock clock = new SetClock();

	private final EndedConnections connections = new EndedConnections(
			new DriverConnections("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1", "sa", ""));

	private JdbcLockStore store;

	@AfterEach
	void stop() {
		this.store.stop();
	}

	@Test
	void eachOfThemShowsThatItIsInUse() {
		this.store = store(HurriedRuntime.of(this.clock));
		this.store.start(new Deaf());
		Awaitility.await().until(() -> {
			this.clock.pass(QUIET);
			return this.connections.opened() == CONNECTIONS
					&& this.connections.signs().stream().allMatch((signs) -> signs > 3);
		});
	}

	@Test
	void callsWithoutAWaitSucceedAfterTheServerHasClosedAll() throws Exception {
		LockRuntime runtime = new ThreadRuntime(this.clock);
		this.store = store(runtime);
		LockTemplate locks = new LockTemplate(this.store, JdbcContract.SETTINGS, runtime, List.of());
		locks.start();
		awaitAll();
		for (int i = 1; i <= 5; i++) {
			this.clock.pass(QUIET);
			this.connections.end();
			assertThat(SimultaneousCalls.failures(locks, Duration.ZERO)).as("time " + i).isEmpty();
		}
	}

	@Test
	void connectionThatIsInUseIsNotAsked() throws Exception {
		// no time passes
		Moment now = this.clock.now();
		LockRuntime runtime = new ThreadRuntime(() -> now);
		this.store = store(runtime);
		LockTemplate locks = new LockTemplate(this.store, JdbcContract.SETTINGS, runtime, List.of());
		locks.start();
		awaitAll();
		assertThat(SimultaneousCalls.failures(locks, Duration.ZERO)).isEmpty();
		assertThat(this.connections.signs()).containsOnly(0);
	}

	private void awaitAll() {
		Awaitility.await()
			.until(() -> this.connections.opened() == CONNECTIONS
					&& this.store.state().commands().condition() == Condition.UP);
	}

	private JdbcLockStore store(LockRuntime runtime) {
		return new JdbcLockStore(this.connections,
				new JdbcSettings("distributed_lock", SchemaMode.ALWAYS, CONNECTIONS, Duration.ofMillis(20)),
				JdbcContract.SETTINGS, "lock", "test", runtime);
	}

}
