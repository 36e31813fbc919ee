package io.github.lockstarter.testing;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

import io.github.lockstarter.InvalidLockKeyException;
import io.github.lockstarter.Lease;
import io.github.lockstarter.LockLostException;
import io.github.lockstarter.LockMode;
import io.github.lockstarter.LockNotAcquiredException;
import io.github.lockstarter.LockOperations;
import io.github.lockstarter.LockRequest;
import io.github.lockstarter.LockUnavailableException;
import io.github.lockstarter.async.AsyncLease;
import io.github.lockstarter.async.AsyncLockOperations;
import io.github.lockstarter.testing.LockEvent.Kind;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;
import static org.assertj.core.api.Assertions.tuple;

/**
 * An application whose locks are disturbed. There is no Redis.
 */
// both longer than a busy machine pauses
@SpringBootTest(properties = { "distributed-lock.wait-time=20s", "distributed-lock.hand-off.lease=20s" })
@AutoConfigureTestLocks
@Timeout(120)
class TestLocksTests {

	private static final String LOCK = "order:7";

	private static final LockRequest REQUEST = LockRequest.of(LOCK);

	private final CountDownLatch inside = new CountDownLatch(1);

	@Autowired
	private TestLocks testLocks;

	@Autowired
	private LockOperations locks;

	@Autowired
	private AsyncLockOperations asyncLocks;

	@Autowired
	private Orders orders;

	@AfterEach
	void assertFree() {
		this.orders.work(() -> {
		});
		this.testLocks.advanceTime(Duration.ofHours(1)); // the longest minimum hold
		this.testLocks.reset();
		LockAssertions.assertThatLock(this.locks, LOCK).isFree();
	}

	@Test
	void methodRunsUnderItsLock() {
		this.orders.work(() -> LockAssertions.assertLocked(LOCK));
		assertThat(this.orders.ship("7")).isEqualTo("shipped");
		assertThat(this.testLocks.events()).extracting(LockEvent::kind, LockEvent::name)
			.containsExactly(tuple(Kind.ACQUIRED, LOCK), tuple(Kind.RELEASED, LOCK));
	}

	@Test
	void methodThatDoesNotWaitIsSkippedWhileAnotherServerHoldsTheLock() {
		try (HeldElsewhere held = this.testLocks.holdElsewhere(LOCK)) {
			assertThat(this.orders.shipOnce("7")).isEmpty();
			assertThat(this.orders.shipOnce("8")).isPresent();
			LockAssertions.assertThatLock(this.locks, LOCK).isHeldWithToken(held.fencingToken()).hasWaiters(0);
			assertThat(this.locks.describe(LOCK).orElseThrow().holder()).isEqualTo("elsewhere");
		}
		assertThat(this.orders.shipOnce("7")).isPresent();
	}

	@Test
	void waitEndsAtOnceWhileTimeFlies() {
		try (HeldElsewhere held = this.testLocks.holdElsewhere(LOCK); TimeLapse lapse = this.testLocks.timeLapse()) {
			assertThatExceptionOfType(LockNotAcquiredException.class).isThrownBy(() -> this.orders.ship("7"));
			assertThat(this.orders.shipOrLater("7")).isEqualTo("later");
			assertThatExceptionOfType(LockNotAcquiredException.class)
				.isThrownBy(() -> this.locks.acquire(REQUEST.waitTime(Duration.ofMinutes(1))));
			assertThat(held.isHeld()).isTrue();
		}
		assertThat(this.testLocks.events()).extracting(LockEvent::detail).containsOnly("HELD_BY_ANOTHER");
	}

	@Test
	void readerGetsInBesideAReaderElsewhereAndAWriterDoesNot() {
		HeldElsewhere reader = this.testLocks.heldElsewhere(LOCK).reading();
		HeldElsewhere second = this.testLocks.heldElsewhere(LOCK).reading();
		assertThat(second.fencingToken()).isEqualTo(reader.fencingToken());
		LockAssertions.assertThatLock(this.locks, LOCK).isHeldForReading().hasHolders(2);
		LockRequest reading = REQUEST.mode(LockMode.READ).noWait();
		assertThat(this.locks.tryAcquire(reading)).hasValueSatisfying(Lease::close);
		assertThat(this.orders.shipOnce("7")).isEmpty();
		reader.close();
		assertThat(reader.isHeld()).isFalse();
		assertThat(second.isHeld()).isTrue();
		second.close();
		assertThat(this.orders.shipOnce("7")).isPresent();
	}

	@Test
	void callerGetsInWhileThereIsAPermit() {
		LockRequest two = REQUEST.permits(2).noWait();
		HeldElsewhere first = this.testLocks.heldElsewhere(LOCK).permits(2);
		this.testLocks.heldElsewhere(LOCK).reading().close(); // beside it
		assertThat(this.locks.tryAcquire(two)).hasValueSatisfying(Lease::close);
		HeldElsewhere second = this.testLocks.heldElsewhere(LOCK).permits(2);
		assertThat(this.locks.tryAcquire(two)).isEmpty();
		assertThatIllegalStateException().isThrownBy(() -> this.testLocks.heldElsewhere(LOCK).permits(2))
			.withMessageContaining("elsewhere holds it");
		first.close();
		LockAssertions.assertThatLock(this.locks, LOCK).isHeldWithToken(second.fencingToken()).hasHolders(1);
		assertThat(this.locks.tryAcquire(two)).hasValueSatisfying(Lease::close);
		this.testLocks.takeAway(LOCK);
		assertThat(second.isHeld()).isFalse();
	}

	@Test
	void waiterGetsTheLockWhenTheOtherServerReleasesIt() throws Exception {
		HeldElsewhere held = this.testLocks.holdElsewhere(LOCK);
		CompletableFuture<String> shipped = inBackground(() -> this.orders.ship("7"));
		this.testLocks.awaitWaiter(LOCK);
		LockAssertions.assertThatLock(this.locks, LOCK).hasWaiters(1);
		held.close();
		assertThat(held.isHeld()).isFalse();
		assertThat(shipped.get(120, TimeUnit.SECONDS)).isEqualTo("shipped");
		assertThat(this.testLocks.events()).extracting(LockEvent::kind)
			.containsExactlyInAnyOrder(Kind.ACQUIRED, Kind.HANDED_OVER, Kind.RELEASED);
	}

	@Test
	void waiterGetsTheLockOfACrashedServerWhenItsLeaseIsOver() throws Exception {
		HeldElsewhere held = this.testLocks.holdElsewhere(LOCK, Duration.ofSeconds(10));
		CompletableFuture<String> shipped = inBackground(() -> this.orders.ship("7"));
		this.testLocks.awaitWaiter(LOCK);
		this.testLocks.advanceTime(Duration.ofSeconds(11));
		assertThat(shipped.get(120, TimeUnit.SECONDS)).isEqualTo("shipped");
		assertThat(held.isHeld()).isFalse();
	}

	@Test
	void waitOfAFutureEndsWhenTimeGoesBy() {
		this.testLocks.holdElsewhere(LOCK);
		CompletableFuture<AsyncLease> lease = this.asyncLocks.acquire(REQUEST.waitTime(Duration.ofHours(2)));
		this.testLocks.awaitWaiter(LOCK);
		this.testLocks.advanceTime(Duration.ofHours(2));
		assertThatExceptionOfType(LockNotAcquiredException.class).isThrownBy(() -> inTime(lease));
	}

	@Test
	void waitOfAFutureBehindALeaseOfItsOwnApplicationEndsWhenTimeGoesBy() {
		try (Lease held = this.locks.acquire(REQUEST)) {
			CompletableFuture<AsyncLease> lease = this.asyncLocks.acquire(REQUEST.waitTime(Duration.ofHours(2)));
			this.testLocks.advanceTime(Duration.ofHours(2));
			assertThatExceptionOfType(LockNotAcquiredException.class).isThrownBy(() -> inTime(lease));
			assertThat(held.isHeld()).isTrue();
		}
	}

	@Test
	void methodThatLosesItsLockIsToldAtItsEnd() {
		this.orders.work(() -> {
			this.testLocks.takeAway(LOCK);
			assertThatExceptionOfType(AssertionError.class).isThrownBy(() -> LockAssertions.assertLocked(LOCK));
		});
		assertThatExceptionOfType(LockLostException.class).isThrownBy(() -> this.orders.ship("7"));
		Awaitility.await().until(() -> this.testLocks.events().stream().anyMatch((event) -> event.kind() == Kind.LOST));
	}

	@Test
	void methodThatWantsToBeInterruptedWhenItLosesItsLockIs() {
		AtomicBoolean interrupted = new AtomicBoolean();
		this.orders.work(() -> {
			this.testLocks.takeAway(LOCK);
			try {
				new CountDownLatch(1).await();
			}
			catch (InterruptedException ex) {
				interrupted.set(true);
			}
		});
		assertThatExceptionOfType(LockLostException.class).isThrownBy(() -> this.orders.shipInterruptibly("7"));
		assertThat(interrupted).isTrue();
		assertThat(Thread.interrupted()).isFalse();
	}

	@Test
	void fixedLeaseThatIsTakenAwayIsLostToo() {
		try (Lease lease = this.locks.acquire(REQUEST.leaseTime(Duration.ofMinutes(1)))) {
			lease.onLost(this.inside::countDown);
			this.testLocks.takeAway(LOCK);
			assertThat(lease.isHeld()).isFalse();
			Awaitility.await().until(() -> this.inside.getCount() == 0);
		}
	}

	@Test
	void nothingIsTakenFromNobody() {
		assertThatIllegalStateException().isThrownBy(() -> this.testLocks.takeAway(LOCK)).withMessageContaining(LOCK);
		assertThat(this.orders.shipOnce("7")).isPresent();
		assertThatIllegalStateException().as("a minimum hold").isThrownBy(() -> this.testLocks.takeAway(LOCK));
	}

	@Test
	void lockThatIsHeldHereIsNotTakenElsewhere() {
		try (Lease lease = this.locks.acquire(LOCK)) {
			assertThatIllegalStateException().isThrownBy(() -> this.testLocks.holdElsewhere(LOCK))
				.withMessageContaining("this application");
		}
	}

	@Test
	void minimumHoldEndsWhenTimeGoesBy() {
		assertThat(this.orders.shipOnce("7")).isPresent();
		assertThat(this.orders.shipOnce("7")).isEmpty();
		this.testLocks.advanceTime(Duration.ofMinutes(59));
		assertThat(this.orders.shipOnce("7")).isEmpty();
		this.testLocks.advanceTime(Duration.ofMinutes(1));
		assertThat(this.orders.shipOnce("7")).isPresent();
	}

	@Test
	void renewedLeaseIsHeldWhileTimeGoesBy() {
		try (Lease lease = this.locks.acquire(LOCK)) {
			this.testLocks.advanceTime(Duration.ofHours(10));
			assertThat(lease.isHeld()).isTrue();
			LockAssertions.assertThatLock(this.locks, LOCK).isHeldWithToken(lease.fencingToken());
		}
		assertThat(this.testLocks.events()).extracting(LockEvent::kind).doesNotContain(Kind.RENEWED_LATE, Kind.LOST);
	}

	@Test
	void anyTimeGoesByWhileNothingIsHeldHere() {
		HeldElsewhere held = this.testLocks.holdElsewhere(LOCK);
		this.testLocks.advanceTime(Duration.ofDays(365));
		assertThat(held.isHeld()).isTrue();
		held.close();
		assertThat(this.orders.shipOnce("7")).isPresent();
		this.testLocks.advanceTime(Duration.ofDays(365));
		assertThat(this.orders.shipOnce("7")).isPresent();
	}

	@Test
	void timeInWhichALeaseWouldBeRenewedTooOftenIsRefused() {
		try (Lease lease = this.locks.acquire(LOCK)) {
			assertThatIllegalStateException().isThrownBy(() -> this.testLocks.advanceTime(Duration.ofDays(365)))
				.withMessageContainingAll(LOCK, "365d", "5s");
			assertThat(lease.remaining()).isGreaterThan(Duration.ofSeconds(20));
		}
		this.testLocks.holdElsewhere(LOCK);
		CompletableFuture<Optional<Lease>> waiter = inBackground(
				() -> this.locks.tryAcquire(REQUEST.waitTime(Duration.ofDays(30))));
		this.testLocks.awaitWaiter(LOCK);
		assertThatIllegalStateException().isThrownBy(() -> this.testLocks.advanceTime(Duration.ofDays(365)))
			.withMessageContaining(LOCK);
		this.testLocks.reset();
		assertThat(waiter.join()).hasValueSatisfying(Lease::close);
	}

	@Test
	void longTimeAfterAFixedLeaseGoesByAtOnce() {
		Lease lease = this.locks.acquire(REQUEST.leaseTime(Duration.ofMinutes(1)));
		this.testLocks.advanceTime(Duration.ofDays(5));
		assertThat(lease.isHeld()).isFalse();
		lease.release();
	}

	@Test
	void whatCannotBeIsRefused() {
		assertThatNullPointerException().isThrownBy(() -> this.testLocks.holdElsewhere(null));
		assertThatBlankIsRefused(() -> this.testLocks.holdElsewhere(" "));
		assertThatBlankIsRefused(() -> this.testLocks.holdElsewhere("", Duration.ofDays(1)));
		assertThatBlankIsRefused(() -> this.testLocks.heldElsewhere(" "));
		assertThatBlankIsRefused(() -> this.testLocks.takeAway(" "));
		assertThatIllegalArgumentException().isThrownBy(() -> this.testLocks.heldElsewhere(LOCK).permits(1))
			.withMessageContaining("holdElsewhere");
		assertThatBlankIsRefused(() -> this.testLocks.awaitWaiter(" "));
		assertThatIllegalArgumentException().isThrownBy(() -> this.testLocks.holdElsewhere(LOCK, Duration.ZERO))
			.withMessageContaining("1ms");
		assertThatIllegalArgumentException().isThrownBy(() -> this.testLocks.holdElsewhere(LOCK, Duration.ofMillis(-1)))
			.withMessageContaining("-1ms");
		assertThatIllegalArgumentException().isThrownBy(() -> this.testLocks.holdElsewhere(LOCK, Duration.ofDays(31)))
			.withMessageContaining("31d");
		assertThatIllegalArgumentException().isThrownBy(() -> this.testLocks.advanceTime(Duration.ofSeconds(-1)))
			.withMessageContaining("-1s");
	}

	private static void assertThatBlankIsRefused(ThrowingCallable call) {
		assertThatExceptionOfType(InvalidLockKeyException.class).isThrownBy(call).withMessageContaining("blank");
	}

	@Test
	void fixedLeaseEndsWhenTimeGoesBy() {
		Lease lease = this.locks.acquire(REQUEST.leaseTime(Duration.ofHours(1)));
		this.testLocks.advanceTime(Duration.ofMinutes(50));
		assertThat(lease.isHeld()).isTrue();
		this.testLocks.advanceTime(Duration.ofMinutes(10));
		assertThat(lease.isHeld()).isFalse();
		assertThatExceptionOfType(LockLostException.class).isThrownBy(lease::close);
	}

	@Test
	void outageIsNeverHeldByAnother() {
		try (Outage outage = this.testLocks.outage()) {
			assertThatExceptionOfType(LockUnavailableException.class).isThrownBy(() -> this.orders.shipOnce("7"));
			assertThatExceptionOfType(LockUnavailableException.class).isThrownBy(() -> this.locks.describe(LOCK));
			try (TimeLapse lapse = this.testLocks.timeLapse()) {
				assertThatExceptionOfType(LockUnavailableException.class).isThrownBy(() -> this.orders.ship("7"));
			}
			assertThatIllegalStateException().isThrownBy(this.testLocks::outage);
		}
		assertThat(this.orders.ship("7")).isEqualTo("shipped");
	}

	@Test
	void leaseIsLostInALongOutageAndKeptInAShortOne() {
		try (Lease lease = this.locks.acquire(LOCK)) {
			try (Outage outage = this.testLocks.outage()) {
				this.testLocks.advanceTime(Duration.ofSeconds(20));
			}
			this.testLocks.advanceTime(Duration.ofSeconds(5));
			assertThat(lease.isHeld()).isTrue();
		}
		Lease lease = this.locks.acquire(LOCK);
		this.testLocks.outage();
		this.testLocks.advanceTime(Duration.ofSeconds(31));
		assertThat(lease.isHeld()).isFalse();
		assertThatExceptionOfType(LockLostException.class).isThrownBy(lease::close);
	}

	@Test
	void callerGetsTheLockWhenTheOutageEndsInTime() throws Exception {
		CompletableFuture<Optional<Lease>> lease;
		try (Outage outage = this.testLocks.outage()) {
			lease = inBackground(() -> this.locks.tryAcquire(REQUEST.waitTime(Duration.ofMinutes(1))));
			this.testLocks.advanceTime(Duration.ofSeconds(10));
			assertThat(lease).isNotDone();
		}
		assertThat(lease.get(120, TimeUnit.SECONDS)).hasValueSatisfying(Lease::close);
	}

	@Test
	void resetClosesWhatIsOpenAndForgetsTheEvents() {
		HeldElsewhere held = this.testLocks.holdElsewhere(LOCK);
		this.testLocks.timeLapse();
		this.testLocks.outage();
		this.testLocks.reset();
		assertThat(held.isHeld()).isFalse();
		assertThat(this.testLocks.events()).isEmpty();
		assertThat(this.orders.ship("7")).isEqualTo("shipped");
		this.testLocks.reset();
		assertThat(this.testLocks.events()).isEmpty();
	}

	private static <T> CompletableFuture<T> inBackground(Supplier<T> call) {
		return CompletableFuture.supplyAsync(call, (task) -> new Thread(task).start());
	}

	private static void inTime(CompletableFuture<?> future) throws Throwable {
		try {
			future.get(120, TimeUnit.SECONDS);
		}
		catch (ExecutionException ex) {
			throw ex.getCause();
		}
	}

	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	@Import(Orders.class)
	static class Application {

	}

}
