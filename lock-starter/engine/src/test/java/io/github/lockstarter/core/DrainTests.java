package io.github.lockstarter.core;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

import io.github.lockstarter.Lease;
import io.github.lockstarter.LockContext;
import io.github.lockstarter.LockRequest;
import io.github.lockstarter.LockUnavailableException;
import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.SystemLockClock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * The first part of a stop, after which the beans of the application are destroyed: for
 * which holders it waits, and what they can do afterwards. The shutdown timeout is a day,
 * so that a wait for the wrong holder does not end.
 */
@ExtendWith(LogCapture.class)
@Timeout(120)
class DrainTests {

	private static final LockRequest REQUEST = LockRequest.of(Bench.NAME);

	private final ManualClock clock = new ManualClock();

	private final ScriptedStore store = new ScriptedStore(this.clock);

	private final LockTemplate locks = new LockTemplate(this.store,
			TestSettings.of((settings) -> settings.shutdownTimeout = Duration.ofDays(1)), this.clock, List.of());

	private final CountDownLatch destroyed = new CountDownLatch(1);

	DrainTests() {
		this.store.grantEverything();
	}

	@AfterEach
	void end() {
		this.destroyed.countDown();
		this.locks.stop();
	}

	@Test
	void leaseThatIsAsOldAsTheApplicationIsNotWaitedForAndCanBeReleased() {
		Lease lease = onItsOwnThread(() -> this.locks.acquire(REQUEST));
		this.locks.start();
		this.locks.drain();
		assertThat(this.store.stops()).isZero();
		assertThat(lease.isHeld()).isTrue();
		lease.close();
		assertThat(this.store.verbs()).containsExactly("ACQUIRE", "RELEASE");
		this.locks.stop();
		assertThat(this.store.stops()).isOne();
	}

	@Test
	void leaseOfTheThreadThatStartsTheApplicationIsNotWaitedForOnAnother() {
		Lease lease = this.locks.acquire(REQUEST);
		this.locks.start();
		onItsOwnThread(() -> {
			this.locks.drain();
			this.locks.stop();
			return null;
		});
		assertThat(this.store.stops()).isOne();
		lease.release();
	}

	@Test
	void threadThatAskedBeforeTheStartIsNotWaitedForUntilItsBeanIsDestroyed() {
		WaitingCaller<Lease> leader = lead(this.locks);
		this.locks.start();
		this.locks.drain();
		assertThat(this.store.stops()).isZero();
		this.destroyed.countDown();
		this.locks.stop();
		assertThat(leader.result().isHeld()).isFalse();
		assertThat(this.store.verbs()).containsExactly("ACQUIRE", "RELEASE");
	}

	@Test
	void threadThatAskedBeforeTheStartIsNotWaitedForWhenItHasHeldALaterLockForLong() {
		CountDownLatch started = new CountDownLatch(1);
		CountDownLatch leads = new CountDownLatch(1);
		WaitingCaller<Lease> leader = WaitingCaller.start(this.clock, () -> {
			this.locks.acquire(LockRequest.of("round 1")).close();
			started.await();
			Lease lease = this.locks.acquire(LockRequest.of("round 2").leaseTime(Duration.ofDays(2)));
			leads.countDown();
			this.destroyed.await();
			lease.close();
			return lease;
		});
		this.store.next("ACQUIRE");
		this.store.next("RELEASE");
		this.locks.start();
		started.countDown();
		await(leads);
		this.clock.advance(Duration.ofHours(6));
		this.locks.drain();
		assertThat(leader.isDone()).isFalse();
		this.destroyed.countDown();
		assertThat(leader.result().isHeld()).isFalse();
	}

	@Test
	void shortWorkOfAThreadThatAskedBeforeTheStartIsWaitedFor() {
		CountDownLatch started = new CountDownLatch(1);
		CountDownLatch works = new CountDownLatch(1);
		WaitingCaller<Lease> worker = WaitingCaller.start(this.clock, () -> {
			this.locks.acquire(LockRequest.of("message 1")).close();
			started.await();
			try (Lease lease = this.locks.acquire(LockRequest.of("message 2"))) {
				works.countDown();
				this.destroyed.await();
				return lease;
			}
		});
		this.store.next("ACQUIRE");
		this.store.next("RELEASE");
		this.locks.start();
		started.countDown();
		await(works);
		WaitingCaller<Boolean> drain = drain();
		this.destroyed.countDown();
		assertThat(drain.result()).as("stopped with the end of the work").isTrue();
		assertThat(worker.result().isHeld()).isFalse();
	}

	@Test
	void leaseWhoseThreadHasEndedIsNotWaitedForAndCanBeReleased() {
		this.locks.start();
		Lease lease = onItsOwnThread(() -> this.locks.acquire(REQUEST));
		this.locks.drain();
		assertThat(this.store.stops()).isZero();
		lease.close();
		assertThat(this.store.verbs()).containsExactly("ACQUIRE", "RELEASE");
	}

	@Test
	void workOfAnotherThreadUnderALeaseWhoseThreadHasEndedIsWaitedFor() {
		this.locks.start();
		Lease lease = onItsOwnThread(() -> this.locks.acquire(REQUEST));
		CountDownLatch works = new CountDownLatch(1);
		WaitingCaller<Lease> inside = WaitingCaller.start(this.clock, () -> {
			try (LockContext.Scope scope = LockContext.open(lease); Lease entered = this.locks.acquire(REQUEST)) {
				works.countDown();
				this.destroyed.await();
				return entered;
			}
		});
		await(works);
		WaitingCaller<Boolean> drain = drain();
		this.destroyed.countDown();
		assertThat(drain.result()).as("the outer lease is open").isFalse();
		assertThat(inside.result().isHeld()).isFalse();
		lease.release();
	}

	@Test
	void holderThatAskedAfterTheStartIsWaitedForAndThenTheLocksStop() {
		this.locks.start();
		WaitingCaller<Lease> holder = lead(this.locks);
		WaitingCaller<Boolean> drain = drain();
		this.destroyed.countDown();
		assertThat(drain.result()).isTrue();
		assertThat(holder.result().isHeld()).isFalse();
	}

	@Test
	void nothingIsAskedForBetweenDrainAndStop() {
		Lease lease = onItsOwnThread(() -> this.locks.acquire(REQUEST));
		this.locks.start();
		this.locks.drain();
		assertThatExceptionOfType(LockUnavailableException.class)
			.isThrownBy(() -> this.locks.acquire(LockRequest.of("other")))
			.withMessageContaining("shutting down");
		lease.close();
		assertThat(this.store.verbs()).containsExactly("ACQUIRE", "RELEASE");
	}

	@Test
	void leaseIsRenewedBetweenDrainAndStop() {
		LockTemplate real = new LockTemplate(this.store,
				TestSettings.of((settings) -> settings.leaseTime = Duration.ofSeconds(3)), new SystemLockClock(),
				List.of());
		Lease lease = onItsOwnThread(() -> real.acquire(REQUEST));
		real.start();
		real.drain();
		this.store.verbs();
		this.store.next("RENEW");
		lease.release();
		real.stop();
	}

	@Test
	void whatIsDrainedCanBeStartedAgainAndKeepsItsLocks() {
		Lease lease = onItsOwnThread(() -> this.locks.acquire(REQUEST));
		this.locks.start();
		this.locks.drain();
		this.locks.start();
		this.locks.acquire(LockRequest.of("other")).close();
		assertThat(this.store.starts()).isOne();
		lease.close();
		assertThat(this.store.verbs()).containsExactly("ACQUIRE", "ACQUIRE", "RELEASE", "RELEASE");
	}

	@Test
	void drainWithoutHoldersStops() {
		this.locks.start();
		this.locks.drain();
		assertThat(this.store.stops()).isOne();
		this.locks.drain();
		this.locks.stop();
		assertThat(this.store.stops()).isOne();
	}

	@Test
	void drainBeforeTheFirstUseRefusesToo() {
		this.locks.drain();
		assertThatExceptionOfType(LockUnavailableException.class).isThrownBy(() -> this.locks.acquire(REQUEST));
		assertThat(this.store.starts()).isZero();
	}

	@Test
	void leaseThatIsClosedAfterTheStopIsReportedAsNotReleased(LogCapture.CapturedLog output) {
		Lease lease = onItsOwnThread(() -> this.locks.acquire(REQUEST));
		this.locks.start();
		this.locks.drain();
		this.locks.stop();
		assertThat(output).contains("1 locks are still held at shutdown");
		this.clock.advance(Duration.ofSeconds(2));
		this.store.script((command) -> command.fail(StoreException.Outcome.NOT_SENT));
		lease.close();
		assertThat(output).contains("Lock '" + Bench.NAME + "' (fencing token " + lease.fencingToken()
				+ ") was not released, because its lease was closed after the locks of this application had stopped. "
				+ "It is free when its lease expires, in 28s.");
	}

	@Test
	void leaseThatIsClosedBeforeTheStopIsNotReported(LogCapture.CapturedLog output) {
		Lease lease = onItsOwnThread(() -> this.locks.acquire(REQUEST));
		this.locks.start();
		this.locks.drain();
		lease.close();
		this.locks.stop();
		assertThat(output).doesNotContain("was not released").doesNotContain("still held at shutdown");
	}

	private WaitingCaller<Lease> lead(LockTemplate by) {
		CountDownLatch leads = new CountDownLatch(1);
		WaitingCaller<Lease> leader = WaitingCaller.start(this.clock, () -> {
			try (Lease lease = by.acquire(REQUEST)) {
				leads.countDown();
				this.destroyed.await();
				return lease;
			}
		});
		await(leads);
		return leader;
	}

	/**
	 * A drain that has begun, and comes back with whether the locks have stopped.
	 */
	private WaitingCaller<Boolean> drain() {
		WaitingCaller<Boolean> drain = WaitingCaller.start(this.clock, () -> {
			this.locks.drain();
			return this.store.stops() == 1;
		});
		while (!isRefusing()) {
			assertThat(drain.isDone()).isFalse();
		}
		assertThat(drain.isDone()).isFalse();
		assertThat(this.store.stops()).isZero();
		return drain;
	}

	private boolean isRefusing() {
		return onItsOwnThread(() -> {
			try {
				this.locks.acquire(LockRequest.of("third").noWait()).close();
				return false;
			}
			catch (LockUnavailableException ex) {
				return true;
			}
		});
	}

	private <T> T onItsOwnThread(Callable<T> work) {
		AtomicReference<T> result = new AtomicReference<>();
		Thread thread = new Thread(() -> {
			try {
				result.set(work.call());
			}
			catch (Exception ex) {
				throw new IllegalStateException(ex);
			}
		});
		thread.start();
		try {
			thread.join();
		}
		catch (InterruptedException ex) {
			throw new IllegalStateException(ex);
		}
		return result.get();
	}

	private static void await(CountDownLatch latch) {
		try {
			latch.await();
		}
		catch (InterruptedException ex) {
			throw new IllegalStateException(ex);
		}
	}

}
