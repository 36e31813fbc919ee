package io.github.lockstarter.testing;

import java.util.List;

import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import io.github.lockstarter.Lease;
import io.github.lockstarter.LockMode;
import io.github.lockstarter.LockRequest;
import io.github.lockstarter.core.LockSettings;
import io.github.lockstarter.core.LockTemplate;
import io.github.lockstarter.testing.memory.MemoryLockStore;
import io.github.lockstarter.testing.memory.MemoryServer;
import io.github.lockstarter.testing.memory.TestLockClock;
import io.github.lockstarter.testing.memory.TestRuntime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Each assertion holds where it should and says what is there where it should not. Two
 * applications on one server, without Spring.
 */
class LockAssertionsTests {

	private final TestRuntime runtime = new TestRuntime(new TestLockClock());

	private final MemoryServer server = new MemoryServer(LockSettings.defaults(), this.runtime.clock());

	private final LockTemplate locks = application("one");

	private final LockTemplate others = application("another");

	private LockTemplate application(String label) {
		return new LockTemplate(new MemoryLockStore(this.server, label), LockSettings.defaults(), this.runtime,
				List.of());
	}

	@BeforeEach
	void start() {
		this.locks.start();
		this.others.start();
	}

	@AfterEach
	void stop() {
		this.locks.stop();
		this.others.stop();
	}

	@Test
	void freeLock() {
		LockAssertions.assertThatLock(this.locks, "a").isFree();
		assertFails(() -> LockAssertions.assertThatLock(this.locks, "a").isHeld(), "lock 'a'", "free");
		assertFails(() -> LockAssertions.assertThatLock(this.locks, "a").hasWaiters(0), "free");
		assertFails(() -> LockAssertions.assertThatLock(this.locks, "a").isHeldWithToken(1), "free");
		assertFails(() -> LockAssertions.assertLocked("a"), "'a'", "[]");
	}

	@Test
	void heldLock() {
		try (Lease lease = this.locks.acquire("a")) {
			LockAssertions.assertThatLock(this.others, "a")
				.isHeld()
				.isHeldWithToken(lease.fencingToken())
				.hasWaiters(0);
			assertFails(() -> LockAssertions.assertThatLock(this.others, "a").isFree(), "lock 'a'", "holder=one");
			assertFails(() -> LockAssertions.assertThatLock(this.others, "a").isHeldWithToken(1), "token 1",
					"holder=one");
			assertFails(() -> LockAssertions.assertThatLock(this.others, "a").hasWaiters(1), "1 waiters");
		}
	}

	@Test
	void sharedLock() {
		LockRequest reading = LockRequest.of("a").mode(LockMode.READ);
		try (Lease one = this.locks.acquire(reading); Lease another = this.others.acquire(reading)) {
			LockAssertions.assertThatLock(this.others, "a")
				.isHeldForReading()
				.isHeldWithToken(one.fencingToken())
				.isHeldWithToken(another.fencingToken())
				.hasHolders(2);
			assertFails(() -> LockAssertions.assertThatLock(this.others, "a").hasHolders(1), "1 holders", "holder=one");
		}
		LockRequest limited = LockRequest.of("a").permits(2);
		try (Lease one = this.locks.acquire(limited); Lease another = this.others.acquire(limited)) {
			LockAssertions.assertThatLock(this.others, "a")
				.isHeldWithToken(one.fencingToken())
				.isHeldWithToken(another.fencingToken())
				.hasHolders(2);
			assertFails(() -> LockAssertions.assertThatLock(this.others, "a").isHeldForReading(), "for reading");
		}
	}

	@Test
	void lockedWork() {
		this.locks.executeWithoutResult("a", (lease) -> {
			LockAssertions.assertLocked("a");
			assertFails(() -> LockAssertions.assertLocked("b"), "'b'", "[a]");
		});
	}

	private static void assertFails(ThrowingCallable assertion, String... words) {
		assertThatExceptionOfType(AssertionError.class).isThrownBy(assertion)
			.satisfies((error) -> assertThat(error.getMessage()).contains(words));
	}

}
