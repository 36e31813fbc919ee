package io.github.lockstarter.jdbc;

import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import io.github.lockstarter.core.LockTemplate;
import io.github.lockstarter.jdbc.JdbcSettings.SchemaMode;
import io.github.lockstarter.runtime.LockRuntime;
import io.github.lockstarter.runtime.ThreadRuntime;
import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.store.PushMessage;
import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.StoreReply.Status;
import io.github.lockstarter.store.StoreState.Condition;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tables that an administrator drops or empties under a running application.
 */
abstract class LostTablesContract {

	private static final String PREFIX = "lost_lock";

	private static final List<String> TABLES = List.of(PREFIX, PREFIX + "_client", PREFIX + "_message");

	private final SetClock clock = new SetClock();

	private final LockRuntime runtime = new ThreadRuntime(this.clock);

	private final List<JdbcLockStore> stores = new ArrayList<>();

	private final BlockingQueue<PushMessage> told = new LinkedBlockingQueue<>();

	abstract ConnectionSource source();

	@AfterEach
	void stop() throws SQLException {
		this.stores.forEach(JdbcLockStore::stop);
		drop();
	}

	@Test
	void droppedTablesAreMadeAgainWhereThatIsAllowed() throws Exception {
		JdbcLockStore store = store(SchemaMode.ALWAYS);
		LockTemplate locks = new LockTemplate(store, JdbcContract.SETTINGS, this.runtime, List.of());
		locks.start();
		Awaitility.await().until(() -> store.state().commands().condition() == Condition.UP);
		assertThat(SimultaneousCalls.failures(locks, Duration.ZERO)).isEmpty();
		this.clock.pass(Duration.ofSeconds(10));
		drop();
		assertThat(SimultaneousCalls.failures(locks, Duration.ZERO)).isEmpty();
		locks.stop();
	}

	@Test
	void droppedTablesAreAnErrorOtherwise() throws Exception {
		start(SchemaMode.ALWAYS);
		JdbcLockStore store = start(SchemaMode.NEVER);
		this.stores.get(0).stop();
		drop();
		assertThat(store.acquire("a", store.clientId() + ":1", 60_000, 0, LockStore.NO_LIMIT))
			.failsWithin(2, TimeUnit.MINUTES)
			.withThrowableThat()
			.havingCause()
			.isInstanceOfSatisfying(StoreException.class,
					(failure) -> assertThat(failure.getOutcome()).isEqualTo(StoreException.Outcome.REJECTED));
	}

	/**
	 * Before the next heartbeat.
	 */
	@Test
	void waiterIsNotifiedAfterTheTablesWereEmptied() throws Exception {
		JdbcLockStore holder = start(SchemaMode.ALWAYS);
		JdbcLockStore waiter = start(SchemaMode.ALWAYS);
		awaitMessages(holder, waiter);
		for (String table : TABLES) {
			JdbcContract.execute(source(), "delete from " + table);
		}
		assertThat(acquire(holder, 0)).isEqualTo(Status.OWNED);
		assertThat(acquire(waiter, 60_000)).isEqualTo(Status.WAIT);
		holder.release("a", holder.clientId() + ":1", 0).toCompletableFuture().join();
		PushMessage message = this.told.poll(120, TimeUnit.SECONDS);
		assertThat(message).isNotNull();
		assertThat(message.id()).isEqualTo(waiter.clientId() + ":1");
	}

	/**
	 * Waits until the database can notify them, where it does.
	 */
	void awaitMessages(JdbcLockStore... instances) {
	}

	private void drop() throws SQLException {
		for (String table : TABLES) {
			JdbcContract.execute(source(), "drop table if exists " + table);
		}
	}

	private JdbcLockStore start(SchemaMode mode) {
		JdbcLockStore store = store(mode);
		store.start(new LockStore.Listener() {

			@Override
			public void onHandOff(PushMessage message) {
				LostTablesContract.this.told.add(message);
			}

			@Override
			public void onSubscribed() {
			}

		});
		return store;
	}

	private JdbcLockStore store(SchemaMode mode) {
		JdbcLockStore store = new JdbcLockStore(source(), new JdbcSettings(PREFIX, mode, 2, Duration.ofMillis(20)),
				JdbcContract.SETTINGS, "lock", "test", this.runtime);
		this.stores.add(store);
		return store;
	}

	private static Status acquire(JdbcLockStore store, long wait) {
		return store.acquire("a", store.clientId() + ":1", 60_000, wait, LockStore.NO_LIMIT)
			.toCompletableFuture()
			.join()
			.status();
	}

}
