package io.github.lockstarter.redis;

import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.github.lockstarter.Lease;
import io.github.lockstarter.LockNotAcquiredException;
import io.github.lockstarter.LockRequest;
import io.github.lockstarter.observer.LockAttempt;
import io.github.lockstarter.observer.LockObserver;
import io.github.lockstarter.test.TestRedis;
import io.github.lockstarter.test.Tries;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What was granted and is lost before the work begins is not worked under.
 */
@Timeout(120)
class EntryIntegrationTests {

	private static final Duration LEASE = Duration.ofSeconds(2);

	// Of a caller that gets the lock.
	private static final Duration LONG = Duration.ofMinutes(1);

	private final String name = "entry:" + UUID.randomUUID();

	private final LockInstance first = LockInstance.on(TestRedis.shared(),
			LockInstance.settings((settings) -> settings.setLeaseTime(LEASE)));

	private final LockInstance second = LockInstance.on(TestRedis.shared());

	@AfterEach
	void stop() {
		this.first.close();
		this.second.close();
	}

	@Test
	void lockThatWasTakenAwayWhileAnotherWasWaitedForIsWaitedForAgain() throws Exception {
		Lease last = this.second.locks().acquire(name("z"));
		CompletableFuture<Boolean> work = work(LONG);
		this.second.awaitWaiters(name("z"), 1);
		Lease taken = takeAway();
		last.close();
		this.second.awaitWaiters(name("a"), 1);
		assertThat(this.second.locks().describe(name("z"))).as("given back").isEmpty();
		assertThat(work).isNotDone();
		taken.close();
		assertThat(work.get(120, TimeUnit.SECONDS)).isTrue();
	}

	// waits for a whole wait time
	@Tag("slow")
	@Test
	void lockThatWasTakenAwayForTheRestOfTheWaitIsNotAcquired() throws Throwable {
		Tries.atMostThree(this::assertThatTheLockOfAnotherIsNotAcquired);
	}

	private void assertThatTheLockOfAnotherIsNotAcquired() throws Exception {
		Lease last = this.second.locks().acquire(name("z"));
		CompletableFuture<Boolean> work = work(LEASE.multipliedBy(9));
		this.second.awaitWaiters(name("z"), 1);
		try (Lease taken = takeAway()) {
			last.close();
			assertThat(work).failsWithin(Duration.ofSeconds(120))
				.withThrowableThat()
				.havingCause()
				.isInstanceOf(LockNotAcquiredException.class)
				.satisfies((ex) -> assertThat(((LockNotAcquiredException) ex).getLockName()).isEqualTo(name("a")));
		}
	}

	@Test
	void fixedLeasesShorterThanTheWaitAreHeldWhenTheWorkBegins() throws Exception {
		Lease last = this.second.locks().acquire(name("z"));
		CompletableFuture<Boolean> work = new CompletableFuture<>();
		work.completeAsync(() -> this.first.locks()
			.execute(LockRequest.ofAll(name("a"), name("m"), name("z")).leaseTime(LEASE).waitTime(LONG), Lease::isHeld),
				(task) -> new Thread(task).start());
		this.second.awaitWaiters(name("z"), 1);
		this.second.locks().acquire(name("a")).close();
		this.second.locks().acquire(name("m")).close();
		last.close();
		assertThat(work.get(120, TimeUnit.SECONDS)).isTrue();
	}

	@Test
	void leaseThatEndsWhileAnObserverIsToldIsNotWorkedUnder() {
		AtomicInteger told = new AtomicInteger();
		LockInstance observed = LockInstance.on(TestRedis.shared(), new LockObserver() {

			@Override
			public void acquired(LockAttempt attempt, long fencingToken, Duration waited) {
				if (told.getAndIncrement() == 0) {
					// comes back after that lease
					EntryIntegrationTests.this.second.locks().acquire(attempt.name()).close();
				}
			}

		});
		LockRequest request = LockRequest.of(name("a")).leaseTime(LEASE).waitTime(LONG);
		assertThat(observed.locks().<Boolean, RuntimeException>execute(request, Lease::isHeld)).isTrue();
		assertThat(told).hasValue(2);
		observed.close();
	}

	private CompletableFuture<Boolean> work(Duration wait) {
		CompletableFuture<Boolean> work = new CompletableFuture<>();
		work.completeAsync(
				() -> this.first.locks().execute(LockRequest.ofAll(name("a"), name("z")).waitTime(wait), Lease::isHeld),
				(task) -> new Thread(task).start());
		return work;
	}

	/**
	 * The second instance gets the lock of the first, and the first knows.
	 */
	private Lease takeAway() {
		this.second.locks().forceRelease(name("a"));
		Lease taken = this.second.locks().acquire(name("a"));
		// observers are not told of what the caller did not have yet; but no lease of the
		// first lasts longer without a renewal
		Awaitility.await().pollDelay(LEASE).until(() -> true);
		return taken;
	}

	private String name(String suffix) {
		return this.name + ":" + suffix;
	}

}
