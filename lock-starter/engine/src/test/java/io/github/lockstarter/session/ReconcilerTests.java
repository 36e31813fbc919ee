package io.github.lockstarter.session;

import java.time.Duration;
import java.util.ArrayList;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.github.lockstarter.core.LockSettings;
import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.store.PushMessage;
import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.SystemLockClock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * A grant beside the thread that ends the session.
 */
@Timeout(120)
class ReconcilerTests {

	private static final String LOCK = "lock";

	private static final long LEASE = 15_000;

	private final ScheduledExecutorService timers = Executors.newSingleThreadScheduledExecutor();

	private final SystemLockClock clock = new SystemLockClock();

	private final MemoryServer server = new MemoryServer();

	private final MemoryDirectory directory = this.server.directory(Duration.ofSeconds(30));

	private final SessionContext context = new SessionContext("client", this.directory,
			LockSettings.of((change) -> change.setLeaseTime(Duration.ofSeconds(20))), 0, this.clock, this.timers,
			new NoListener());

	private final Reconciler reconciler = new Reconciler(this.context);

	private final SerialCommands lane = new SerialCommands(LOCK);

	private final Claim claim = waiting();

	@AfterEach
	void stop() {
		this.timers.shutdownNow();
	}

	private Claim waiting() {
		Directory.Taken taken = this.server.take(this.directory, LOCK, "client:1", PlaceKind.EXCLUSIVE, null,
				new ArrayList<>());
		return new Claim("client:1", taken.place(), taken.number(), LEASE, this.clock.now().plusMillis(60_000));
	}

	@Test
	void waiterOfASessionThatLivesBecomesAnOwner() {
		SessionContext.Asked asked = this.context.ask();
		this.reconciler.put(this.lane, this.claim, asked);
		assertThat(this.reconciler.makeOwner(this.lane, this.claim, asked, LEASE)).isPositive();
		assertThat(this.lane.claims()).containsExactly(this.claim);
	}

	/**
	 * The thread that ends the session has read the claims, and found a waiter that needs
	 * no word, between the first look at the era and the change of the claim.
	 */
	@Test
	void waiterIsNoOwnerIfItsSessionEndsWhileItBecomesOne() throws InterruptedException {
		SessionContext.Asked asked = this.context.ask();
		this.reconciler.put(this.lane, this.claim, asked);
		CountDownLatch ended = new CountDownLatch(1);
		Thread blocker = holdUp(ended);
		CompletableFuture<Long> granted = new CompletableFuture<>();
		Thread grant = new Thread(() -> {
			try {
				granted.complete(this.reconciler.makeOwner(this.lane, this.claim, asked, LEASE));
			}
			catch (StoreException ex) {
				granted.completeExceptionally(ex);
			}
		});
		grant.start();
		Awaitility.await().until(() -> grant.getState() == Thread.State.WAITING);
		this.context.nextEra();
		ended.countDown();
		blocker.join();
		grant.join();
		assertThatExceptionOfType(CompletionException.class).isThrownBy(granted::join)
			.withCauseInstanceOf(StoreException.class)
			.withMessageContaining("has expired, or may have");
		assertThat(this.lane.claims()).isEmpty();
	}

	/**
	 * Another thread is in the middle of arming the timer of the claim, and keeps all
	 * others from changing it.
	 */
	private Thread holdUp(CountDownLatch end) throws InterruptedException {
		CountDownLatch arming = new CountDownLatch(1);
		ScheduledThreadPoolExecutor slow = new ScheduledThreadPoolExecutor(1) {

			@Override
			public ScheduledFuture<?> schedule(Runnable task, long delay, TimeUnit unit) {
				arming.countDown();
				try {
					end.await();
				}
				catch (InterruptedException ex) {
					Thread.currentThread().interrupt();
				}
				return ReconcilerTests.this.timers.schedule(task, delay, unit);
			}

		};
		Thread thread = new Thread(() -> this.claim.arm(slow, this.clock.now(), () -> {
		}));
		thread.start();
		arming.await();
		slow.shutdown();
		return thread;
	}

	/**
	 * Ignores what it is notified of.
	 */
	private static final class NoListener implements LockStore.Listener {

		@Override
		public void onHandOff(PushMessage message) {
		}

		@Override
		public void onSubscribed() {
		}

		@Override
		public void onTaken(String id) {
		}

	}

}
