package io.github.lockstarter.jdbc;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import io.github.lockstarter.jdbc.JdbcSettings.SchemaMode;
import io.github.lockstarter.runtime.ThreadRuntime;
import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.store.StoreReply.Status;
import io.github.lockstarter.store.SystemLockClock;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * For how long an instance looks for its messages.
 */
class MessengerTests {

	private static final Duration POLL = Duration.ofMillis(10);

	private final String url = "jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1";

	private final AtomicLong looks = new AtomicLong();

	private final AtomicLong lastLook = new AtomicLong();

	private final List<JdbcLockStore> stores = new ArrayList<>();

	@AfterEach
	void stop() {
		this.stores.forEach(JdbcLockStore::stop);
	}

	/**
	 * Who waited, and could not say that it has given up, for the database was away.
	 */
	@Test
	void whoseTimeIsOverIsLookedForNoMore() {
		JdbcLockStore holder = start();
		JdbcLockStore waiter = start();
		holder.acquire("once", holder.clientId() + ":1", 3_000, 0, LockStore.NO_LIMIT).toCompletableFuture().join();
		waitFor(waiter, 30_000, 100);
		Awaitility.await().until(() -> this.looks.get() > 0);
		Awaitility.await().until(() -> System.nanoTime() - this.lastLook.get() > TimeUnit.SECONDS.toNanos(1));
	}

	@Test
	void whoSharesALockAndWaitsForNothingLooksForNothing() throws Exception {
		JdbcLockStore sharer = start();
		JdbcLockStore waiter = start();
		String id = sharer.clientId() + ":1";
		sharer.share("once", id, 2, 60_000, 0, false, LockStore.NO_LIMIT).toCompletableFuture().join();
		// what would have begun to look, has looked
		Thread.sleep(10 * POLL.toMillis());
		assertThat(this.looks).hasValue(0);
		waitFor(waiter, 60_000, 60_000);
		Awaitility.await().until(() -> this.looks.get() > 0);
	}

	private static void waitFor(JdbcLockStore waiter, long leaseMillis, long waitMillis) {
		Status status = waiter.acquire("once", waiter.clientId() + ":1", leaseMillis, waitMillis, LockStore.NO_LIMIT)
			.toCompletableFuture()
			.join()
			.status();
		assertThat(status).isEqualTo(Status.WAIT);
	}

	private JdbcLockStore start() {
		ConnectionSource source = new WatchedConnections(new DriverConnections(this.url, "sa", ""), this::look);
		JdbcLockStore store = new JdbcLockStore(source,
				new JdbcSettings("distributed_lock", SchemaMode.ALWAYS, 1, POLL), JdbcContract.SETTINGS, "lock", "test",
				new ThreadRuntime(new SystemLockClock()));
		this.stores.add(store);
		store.start(new Deaf());
		return store;
	}

	private void look(String sql) {
		if (sql.startsWith("select id, body from")) {
			this.looks.incrementAndGet();
			this.lastLook.set(System.nanoTime());
		}
	}

}
