package io.github.lockstarter.jdbc;

import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import io.github.lockstarter.jdbc.JdbcSettings.SchemaMode;
import io.github.lockstarter.runtime.ThreadRuntime;
import io.github.lockstarter.store.LockClock;
import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.store.Moment;
import io.github.lockstarter.store.PushMessage;
import io.github.lockstarter.store.StoreReply;
import io.github.lockstarter.store.StoreReply.Status;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * An instance that stands still in the middle of what it does.
 */
class HeldInstanceTests {

	private static final long MINUTE = 60_000;

	private final String url = "jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1";

	private final List<JdbcLockStore> stores = new ArrayList<>();

	private final StandingClock clock = new StandingClock();

	@AfterEach
	void stop() {
		this.stores.forEach(JdbcLockStore::stop);
	}

	@Test
	void commandThatIsHeldUpBeforeItsFirstStatementTakesNothing() throws Exception {
		HeldStatements connections = new HeldStatements(source(), "select n.micros, l.version");
		JdbcLockStore store = start(connections);
		connections.hold();
		long notAfter = this.clock.nanoTime() + TimeUnit.MILLISECONDS.toNanos(1);
		CompletableFuture<StoreReply> answer = store.acquire("late", store.clientId() + ":1", MINUTE, 0, notAfter)
			.toCompletableFuture();
		connections.awaitHeld();
		awaitDatabase(System.currentTimeMillis());
		connections.goOn();
		assertThat(answer.join().status()).isEqualTo(Status.STALE);
	}

	@Test
	void commandThatIsHeldUpBetweenItsStatementsTakesNothing() throws Exception {
		AtomicBoolean read = new AtomicBoolean();
		AtomicLong cutoff = new AtomicLong();
		JdbcLockStore store = start(new WatchedConnections(source(), (sql) -> {
			if (sql.startsWith("update distributed_lock set version = ?")) {
				read.set(true);
				awaitDatabase(cutoff.get());
			}
		}));
		assertThat(acquire(store, 0)).isEqualTo(Status.OWNED);
		assertThat(store.release("told", store.clientId() + ":1", 0).toCompletableFuture().join().status())
			.isEqualTo(Status.RELEASED);
		read.set(false);
		// where the machine is so slow that the row is not read in time, there is more
		// time
		for (long millis = 200; !read.get(); millis *= 2) {
			cutoff.set(System.currentTimeMillis() + millis);
			long notAfter = this.clock.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
			assertThat(store.acquire("told", store.clientId() + ":2", MINUTE, 0, notAfter)
				.toCompletableFuture()
				.get(120, TimeUnit.SECONDS)
				.status()).isEqualTo(Status.STALE);
		}
	}

	// its clock is that of this machine
	private static void awaitDatabase(long millis) {
		while (System.currentTimeMillis() < millis + 50) {
			Thread.onSpinWait();
		}
	}

	@Test
	void lockOfAnInstanceThatStandsStillWhileItTellsIsChangedByOthers() throws Exception {
		HeldStatements connections = new HeldStatements(source(), "insert into distributed_lock_message");
		JdbcLockStore held = start(connections);
		JdbcLockStore waiter = start(source());
		JdbcLockStore other = start(source());
		assertThat(acquire(held, 0)).isEqualTo(Status.OWNED);
		assertThat(acquire(waiter, MINUTE)).isEqualTo(Status.WAIT);
		connections.hold();
		CompletableFuture<StoreReply> released = held.release("told", held.clientId() + ":1", 0).toCompletableFuture();
		connections.awaitHeld();
		assertThat(acquire(other, MINUTE)).isEqualTo(Status.WAIT);
		connections.goOn();
		assertThat(released.join().status()).isEqualTo(Status.RELEASED);
	}

	@Test
	void messageThatADeadlockRefusesIsLeftAgain() throws Exception {
		AtomicInteger refused = new AtomicInteger();
		JdbcLockStore holder = start(new WatchedConnections(source(), (sql) -> {
			if (sql.startsWith("insert into distributed_lock_message") && refused.incrementAndGet() < 3) {
				throw new SQLException("Deadlock found; try restarting transaction", "40001");
			}
		}));
		CompletableFuture<PushMessage> told = new CompletableFuture<>();
		JdbcLockStore waiter = start(source(), told::complete);
		assertThat(acquire(holder, 0)).isEqualTo(Status.OWNED);
		assertThat(acquire(waiter, MINUTE)).isEqualTo(Status.WAIT);
		assertThat(holder.release("told", holder.clientId() + ":1", 0).toCompletableFuture().join().status())
			.isEqualTo(Status.RELEASED);
		assertThat(told.get(120, TimeUnit.SECONDS).id()).isEqualTo(waiter.clientId() + ":1");
		assertThat(refused).hasValue(3);
	}

	private static Status acquire(JdbcLockStore store, long wait) throws Exception {
		return store.acquire("told", store.clientId() + ":1", MINUTE, wait, LockStore.NO_LIMIT)
			.toCompletableFuture()
			.get(120, TimeUnit.SECONDS)
			.status();
	}

	private ConnectionSource source() {
		return new DriverConnections(this.url, "sa", "");
	}

	private JdbcLockStore start(ConnectionSource source) {
		return start(source, (message) -> {
		});
	}

	private JdbcLockStore start(ConnectionSource source, Consumer<PushMessage> messages) {
		JdbcLockStore store = new JdbcLockStore(source,
				new JdbcSettings("distributed_lock", SchemaMode.ALWAYS, 2, Duration.ofMillis(20)),
				JdbcContract.SETTINGS, "lock", "held", new ThreadRuntime(this.clock));
		this.stores.add(store);
		store.start(new LockStore.Listener() {

			@Override
			public void onHandOff(PushMessage message) {
				messages.accept(message);
			}

			@Override
			public void onSubscribed() {
			}

		});
		return store;
	}

	/**
	 * Of a machine that sleeps: its monotonic clock stands still.
	 */
	private static final class StandingClock implements LockClock {

		@Override
		public Moment now() {
			return new Moment(nanoTime(), System.currentTimeMillis());
		}

		@Override
		public long nanoTime() {
			return TimeUnit.DAYS.toNanos(1);
		}

	}

}
