package io.github.lockstarter.compatibility;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;

import io.github.lockstarter.LockLostException;
import io.github.lockstarter.LockOperations;
import io.github.lockstarter.LockRequest;
import io.github.lockstarter.LockUnavailableException;
import io.github.lockstarter.compatibility.application.CompatibilityApplication;
import io.github.lockstarter.concurrent.LeaseLock;
import io.github.lockstarter.core.LockSettings;
import io.github.lockstarter.core.LockTemplate;
import io.github.lockstarter.testing.AutoConfigureTestLocks;
import io.github.lockstarter.testing.HeldElsewhere;
import io.github.lockstarter.testing.LockAssertions;
import io.github.lockstarter.testing.Outage;
import io.github.lockstarter.testing.TestLocks;
import io.github.lockstarter.testing.TimeLapse;
import io.github.lockstarter.testing.memory.MemoryLockStore;
import io.github.lockstarter.testing.memory.MemoryServer;
import io.github.lockstarter.testing.memory.TestLockClock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

@SpringBootTest(classes = CompatibilityApplication.class, webEnvironment = WebEnvironment.NONE)
@AutoConfigureTestLocks
@Timeout(120)
class LeaseLockTests {

	private static final String NAME = "import";

	@Autowired
	private LockOperations locks;

	@Autowired
	private TestLocks testLocks;

	private LeaseLock lock;

	@BeforeEach
	void create() {
		this.lock = LeaseLock.of(this.locks, LockRequest.of(NAME));
	}

	@AfterEach
	void assertFree() {
		LockAssertions.assertThatLock(this.locks, NAME).isFree();
		assertThat(Thread.interrupted()).isFalse();
	}

	@Test
	void threadLocksAgainAndUnlocksAsOften() {
		this.lock.lock();
		assertThat(this.lock.tryLock()).isTrue();
		assertThat(this.lock.getHoldCount()).isEqualTo(2);
		this.lock.unlock();
		assertThat(this.lock.isHeldByCurrentThread()).isTrue();
		LockAssertions.assertThatLock(this.locks, NAME).isHeld();
		this.lock.unlock();
		assertThat(this.lock.isHeldByCurrentThread()).isFalse();
		assertThatExceptionOfType(IllegalMonitorStateException.class).isThrownBy(this.lock::unlock)
			.withMessageContaining(NAME);
	}

	@Test
	void anotherThreadIsKeptOutAndUnlocksNothing() throws Exception {
		this.lock.lock();
		CompletableFuture<Boolean> other = CompletableFuture.supplyAsync(() -> {
			assertThatExceptionOfType(IllegalMonitorStateException.class).isThrownBy(this.lock::unlock);
			return this.lock.tryLock();
		});
		assertThat(other.get(120, TimeUnit.SECONDS)).isFalse();
		assertThat(this.lock.isHeldByCurrentThread()).isTrue();
		this.lock.unlock();
	}

	@Test
	void lockWaitsWithoutEndAndHeedsNoInterrupt() throws Exception {
		HeldElsewhere held = this.testLocks.holdElsewhere(NAME);
		AtomicBoolean interrupted = new AtomicBoolean();
		Thread waiter = new Thread(() -> {
			this.lock.lock();
			interrupted.set(Thread.interrupted());
			this.lock.unlock();
		});
		waiter.start();
		this.testLocks.awaitWaiter(NAME);
		waiter.interrupt();
		this.testLocks.advanceTime(Duration.ofHours(1));
		assertThat(waiter.isAlive()).isTrue();
		held.close();
		waiter.join(120_000);
		assertThat(waiter.isAlive()).isFalse();
		assertThat(interrupted).as("the flag is back").isTrue();
	}

	@Test
	void lockWaitsThroughAnOutage() throws Exception {
		HeldElsewhere held = this.testLocks.holdElsewhere(NAME);
		CompletableFuture<Boolean> locked = CompletableFuture.supplyAsync(() -> {
			this.lock.lock();
			boolean mine = this.lock.isHeldByCurrentThread();
			this.lock.unlock();
			return mine;
		}, (task) -> new Thread(task).start());
		this.testLocks.awaitWaiter(NAME);
		try (Outage outage = this.testLocks.outage()) {
			this.testLocks.advanceTime(Duration.ofHours(1));
			held.close();
			assertThat(locked).isNotDone();
		}
		assertThat(locked.get(120, TimeUnit.SECONDS)).isTrue();
	}

	@Test
	void lockOfAnApplicationThatHasStoppedIsRefused() {
		TestLockClock clock = new TestLockClock();
		MemoryLockStore store = new MemoryLockStore(new MemoryServer(LockSettings.defaults(), clock), "stopped");
		LockTemplate stopped = new LockTemplate(store, LockSettings.defaults(), clock, List.of());
		stopped.start();
		stopped.stop();
		assertThatExceptionOfType(LockUnavailableException.class)
			.isThrownBy(() -> LeaseLock.of(stopped, LockRequest.of(NAME)).lock())
			.withMessageContaining("shutting down");
	}

	@Test
	void interruptEndsTheOtherWaits() {
		try (HeldElsewhere held = this.testLocks.holdElsewhere(NAME)) {
			Thread.currentThread().interrupt();
			assertThatExceptionOfType(InterruptedException.class).isThrownBy(this.lock::lockInterruptibly);
			Thread test = Thread.currentThread();
			CompletableFuture.runAsync(() -> {
				this.testLocks.awaitWaiter(NAME);
				test.interrupt();
			});
			assertThatExceptionOfType(InterruptedException.class)
				.isThrownBy(() -> this.lock.tryLock(1, TimeUnit.HOURS));
		}
	}

	@Test
	void tryLockWithoutATimeHeedsNoInterrupt() {
		Thread.currentThread().interrupt();
		assertThat(this.lock.tryLock()).isTrue();
		assertThat(Thread.interrupted()).as("the flag is left").isTrue();
		this.lock.unlock();
		try (HeldElsewhere held = this.testLocks.holdElsewhere(NAME)) {
			Thread.currentThread().interrupt();
			assertThat(this.lock.tryLock()).isFalse();
			assertThat(Thread.interrupted()).as("the flag is left").isTrue();
		}
	}

	@Test
	void tryLockWaitsForItsTime() throws Exception {
		try (HeldElsewhere held = this.testLocks.holdElsewhere(NAME); TimeLapse lapse = this.testLocks.timeLapse()) {
			assertThat(this.lock.tryLock()).isFalse();
			assertThat(this.lock.tryLock(5, TimeUnit.SECONDS)).isFalse();
			assertThat(this.lock.tryLock(-1, TimeUnit.SECONDS)).isFalse();
		}
		assertThat(this.lock.tryLock(Long.MAX_VALUE, TimeUnit.DAYS)).isTrue();
		this.lock.unlock();
	}

	@Test
	void lossIsToldByTheUnlockAndAnOutageByTheLock() {
		this.lock.lock();
		this.testLocks.takeAway(NAME);
		assertThat(this.lock.isHeldByCurrentThread()).isFalse();
		assertThatExceptionOfType(LockLostException.class).isThrownBy(this.lock::unlock);
		this.testLocks.outage();
		assertThatExceptionOfType(LockUnavailableException.class).isThrownBy(this.lock::tryLock);
		this.testLocks.reset();
	}

	@Test
	void severalLocksAreNoLock() {
		assertThatIllegalArgumentException().isThrownBy(() -> LeaseLock.of(this.locks, LockRequest.ofAll("a", "b")));
	}

}
