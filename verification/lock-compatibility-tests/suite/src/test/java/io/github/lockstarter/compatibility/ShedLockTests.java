package io.github.lockstarter.compatibility;

import java.time.Duration;
import java.time.Instant;
import java.util.UUID;

import net.javacrumbs.shedlock.core.DefaultLockingTaskExecutor;
import net.javacrumbs.shedlock.core.LockConfiguration;
import net.javacrumbs.shedlock.core.LockExtender;
import net.javacrumbs.shedlock.core.LockProvider;
import net.javacrumbs.shedlock.core.LockingTaskExecutor;
import net.javacrumbs.shedlock.core.LockingTaskExecutor.TaskResult;
import net.javacrumbs.shedlock.core.SimpleLock;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;

import io.github.lockstarter.LockOperations;
import io.github.lockstarter.LockUnavailableException;
import io.github.lockstarter.compatibility.application.CompatibilityApplication;
import io.github.lockstarter.testing.AutoConfigureTestLocks;
import io.github.lockstarter.testing.HeldElsewhere;
import io.github.lockstarter.testing.LockAssertions;
import io.github.lockstarter.testing.Outage;
import io.github.lockstarter.testing.TestLocks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * What ShedLock asks of a provider.
 */
@SpringBootTest(classes = CompatibilityApplication.class, webEnvironment = WebEnvironment.NONE)
@AutoConfigureTestLocks
@Timeout(120)
class ShedLockTests {

	private static final Duration AT_MOST = Duration.ofMinutes(1);

	private final String job = UUID.randomUUID().toString();

	private final String name = "shedlock:" + this.job;

	@Autowired
	private LockProvider provider;

	@Autowired
	private LockOperations locks;

	@Autowired
	private TestLocks testLocks;

	@Test
	void secondLockIsRefusedToTheSameThreadToo() {
		SimpleLock lock = this.provider.lock(configuration(Duration.ZERO)).orElseThrow();
		assertThat(this.provider.lock(configuration(Duration.ZERO))).isEmpty();
		lock.unlock();
		LockAssertions.assertThatLock(this.locks, this.name).isFree();
		this.provider.lock(configuration(Duration.ZERO)).orElseThrow().unlock();
	}

	@Test
	void lockOfAnotherServerIsRefused() {
		try (HeldElsewhere held = this.testLocks.holdElsewhere(this.name)) {
			assertThat(this.provider.lock(configuration(Duration.ZERO))).isEmpty();
		}
	}

	@Test
	void lockIsFreeAfterItsLongestTimeThoughNobodyUnlocksIt() {
		SimpleLock lock = this.provider.lock(configuration(Duration.ZERO)).orElseThrow();
		this.testLocks.advanceTime(AT_MOST.minusSeconds(20));
		assertThat(this.provider.lock(configuration(Duration.ZERO))).isEmpty();
		this.testLocks.advanceTime(Duration.ofSeconds(20));
		SimpleLock next = this.provider.lock(configuration(Duration.ZERO)).orElseThrow();
		lock.unlock();
		LockAssertions.assertThatLock(this.locks, this.name).isHeld();
		next.unlock();
	}

	@Test
	void lockIsKeptForItsShortestTime() {
		this.provider.lock(configuration(Duration.ofSeconds(30))).orElseThrow().unlock();
		this.testLocks.advanceTime(Duration.ofSeconds(10));
		assertThat(this.provider.lock(configuration(Duration.ZERO))).isEmpty();
		this.testLocks.advanceTime(Duration.ofSeconds(20));
		this.provider.lock(configuration(Duration.ZERO)).orElseThrow().unlock();
	}

	@Test
	void lockIsExtendedWhileItIsHeldAndNotAfterwards() {
		SimpleLock lock = this.provider.lock(configuration(Duration.ZERO)).orElseThrow();
		SimpleLock longer = lock.extend(AT_MOST.multipliedBy(3), Duration.ZERO).orElseThrow();
		this.testLocks.advanceTime(AT_MOST.multipliedBy(2));
		assertThat(this.provider.lock(configuration(Duration.ZERO))).isEmpty();
		this.testLocks.advanceTime(AT_MOST);
		assertThat(longer.extend(AT_MOST, Duration.ZERO)).isEmpty();
		SimpleLock taken = this.provider.lock(configuration(Duration.ZERO)).orElseThrow();
		this.testLocks.takeAway(this.name);
		assertThat(taken.extend(AT_MOST, Duration.ZERO)).isEmpty();
	}

	@Test
	void shortestTimeOfAnExtensionCountsFromThere() {
		SimpleLock lock = this.provider.lock(configuration(Duration.ZERO)).orElseThrow();
		this.testLocks.advanceTime(Duration.ofSeconds(40));
		lock.extend(AT_MOST, Duration.ofSeconds(30)).orElseThrow().unlock();
		this.testLocks.advanceTime(Duration.ofSeconds(10));
		assertThat(this.provider.lock(configuration(Duration.ZERO))).isEmpty();
		this.testLocks.advanceTime(Duration.ofSeconds(20));
		this.provider.lock(configuration(Duration.ZERO)).orElseThrow().unlock();
	}

	@Test
	void extensionReplacesTheShortestTimeOfBefore() {
		SimpleLock lock = this.provider.lock(configuration(Duration.ofSeconds(30))).orElseThrow();
		SimpleLock again = lock.extend(AT_MOST, Duration.ofSeconds(20)).orElseThrow();
		again.extend(AT_MOST, Duration.ZERO).orElseThrow().unlock();
		LockAssertions.assertThatLock(this.locks, this.name).isFree();
	}

	@Test
	void extensionDoesNotMakeALongerTimeShorter() {
		SimpleLock lock = this.provider.lock(configuration(Duration.ZERO)).orElseThrow();
		SimpleLock extended = lock.extend(Duration.ofSeconds(10), Duration.ZERO).orElseThrow();
		this.testLocks.advanceTime(Duration.ofSeconds(50));
		LockAssertions.assertThatLock(this.locks, this.name).isHeld();
		extended.unlock();
		LockAssertions.assertThatLock(this.locks, this.name).isFree();
	}

	@Test
	void outageIsNoRefusal() {
		try (Outage outage = this.testLocks.outage()) {
			assertThatExceptionOfType(LockUnavailableException.class)
				.isThrownBy(() -> this.provider.lock(configuration(Duration.ZERO)));
		}
	}

	@Test
	@Tag("every-line")
	void taskRunsUnderItsLockAndExtendsIt() throws Throwable {
		LockingTaskExecutor executor = new DefaultLockingTaskExecutor(this.provider);
		TaskResult<String> result = executor.executeWithLock(() -> {
			LockAssertions.assertThatLock(this.locks, this.name).isHeld();
			LockExtender.extendActiveLock(Duration.ofMinutes(5), Duration.ZERO);
			assertThat(this.locks.describe(this.name).orElseThrow().remaining()).isGreaterThan(Duration.ofMinutes(4));
			return "done";
		}, configuration(Duration.ZERO));
		assertThat(result.getResult()).isEqualTo("done");
		LockAssertions.assertThatLock(this.locks, this.name).isFree();
	}

	private LockConfiguration configuration(Duration atLeast) {
		return new LockConfiguration(Instant.now(), this.job, AT_MOST, atLeast);
	}

}
