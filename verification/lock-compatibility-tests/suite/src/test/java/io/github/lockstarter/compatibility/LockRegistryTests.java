package io.github.lockstarter.compatibility;

import java.time.Duration;
import java.util.ConcurrentModificationException;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.integration.leader.DefaultCandidate;
import org.springframework.integration.support.leader.LockRegistryLeaderInitiator;
import org.springframework.integration.support.locks.LockRegistry;

import io.github.lockstarter.Lease;
import io.github.lockstarter.LockLostException;
import io.github.lockstarter.LockOperations;
import io.github.lockstarter.compatibility.application.CompatibilityApplication;
import io.github.lockstarter.core.LockSettings;
import io.github.lockstarter.core.LockTemplate;
import io.github.lockstarter.integration.LeaseLockRegistry;
import io.github.lockstarter.testing.AutoConfigureTestLocks;
import io.github.lockstarter.testing.HeldElsewhere;
import io.github.lockstarter.testing.LockAssertions;
import io.github.lockstarter.testing.TestLocks;
import io.github.lockstarter.testing.memory.MemoryLockStore;
import io.github.lockstarter.testing.memory.MemoryServer;
import io.github.lockstarter.testing.memory.TestRuntime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * Spring Integration's registry, in the version that belongs to each line of Spring Boot.
 */
@SpringBootTest(classes = CompatibilityApplication.class, webEnvironment = WebEnvironment.NONE)
@AutoConfigureTestLocks
@Timeout(120)
@SuppressWarnings("rawtypes")
class LockRegistryTests {

	private final String key = UUID.randomUUID().toString();

	private final String name = "integration:" + this.key;

	@Autowired
	private LockRegistry registry;

	@Autowired
	private LockOperations locks;

	@Autowired
	private TestLocks testLocks;

	@Autowired
	private MemoryServer server;

	@Autowired
	private TestRuntime runtime;

	@Autowired
	private LockSettings settings;

	@Test
	@Tag("every-line")
	void locksOfOneKeyAreOneLock() throws Exception {
		Lock lock = this.registry.obtain(this.key);
		assertThat(lock).isEqualTo(this.registry.obtain(this.key))
			.hasSameHashCodeAs(this.registry.obtain(this.key))
			.isNotEqualTo(this.registry.obtain("another"))
			.isNotEqualTo(new LeaseLockRegistry(this.locks).obtain(this.key));
		lock.lock();
		LockAssertions.assertThatLock(this.locks, this.name).isHeld();
		assertThat(this.registry.obtain(this.key).tryLock(1, TimeUnit.SECONDS)).as("the same thread").isTrue();
		assertThat(CompletableFuture.supplyAsync(() -> this.registry.obtain(this.key).tryLock())
			.get(120, TimeUnit.SECONDS)).isFalse();
		this.registry.obtain(this.key).unlock();
		lock.unlock();
		LockAssertions.assertThatLock(this.locks, this.name).isFree();
		assertThatExceptionOfType(IllegalMonitorStateException.class).isThrownBy(lock::unlock);
	}

	@Test
	void anotherServerIsWaitedForOrNot() {
		Lock lock = this.registry.obtain(this.key);
		HeldElsewhere held = this.testLocks.holdElsewhere(this.name);
		assertThat(lock.tryLock()).isFalse();
		CompletableFuture<Void> waiter = CompletableFuture.runAsync(() -> {
			lock.lock();
			lock.unlock();
		});
		this.testLocks.awaitWaiter(this.name);
		held.close();
		assertThat(waiter).succeedsWithin(Duration.ofSeconds(120));
	}

	@Test
	void tryLockWithoutATimeHeedsNoInterrupt() {
		Lock lock = this.registry.obtain(this.key);
		Thread.currentThread().interrupt();
		assertThat(lock.tryLock()).isTrue();
		assertThat(Thread.interrupted()).as("the flag is left").isTrue();
		lock.unlock();
	}

	@Test
	void lossIsToldByTheOutermostUnlock() {
		Lock lock = this.registry.obtain(this.key);
		lock.lock();
		lock.lock();
		this.testLocks.takeAway(this.name);
		lock.unlock();
		assertThatExceptionOfType(ConcurrentModificationException.class).isThrownBy(lock::unlock);
		assertThat(lock.tryLock()).isTrue();
		lock.unlock();
	}

	@Test
	void whoHasLostItDoesNotGetItAgainByMistake() {
		Lock lock = this.registry.obtain(this.key);
		lock.lock();
		this.testLocks.takeAway(this.name);
		assertThat(lock.tryLock()).as("not held any more").isFalse();
		assertThatExceptionOfType(ConcurrentModificationException.class).isThrownBy(lock::unlock);
		assertThatExceptionOfType(IllegalMonitorStateException.class).isThrownBy(lock::unlock);
		lock.lock();
		this.testLocks.takeAway(this.name);
		assertThat(lock.tryLock()).isFalse();
		assertThat(lock.tryLock()).as("anew").isTrue();
		lock.unlock();
		lock.lock();
		this.testLocks.takeAway(this.name);
		lock.lock();
		lock.unlock();
		assertThatExceptionOfType(IllegalMonitorStateException.class).isThrownBy(lock::unlock);
	}

	@Test
	@Tag("every-line")
	void heldLockIsRenewedAndMadeLonger() {
		LeaseLockRegistry renewable = (LeaseLockRegistry) this.registry;
		assertThatIllegalStateException().isThrownBy(() -> renewable.renewLock(this.key));
		Lock lock = this.registry.obtain(this.key);
		lock.lock();
		this.testLocks.advanceTime(Duration.ofHours(1));
		renewable.renewLock(this.key);
		renewable.renewLock(this.key, Duration.ofMinutes(5));
		assertThat(this.locks.describe(this.name).orElseThrow().remaining()).isGreaterThan(Duration.ofMinutes(4));
		renewable.expireUnusedOlderThan(0);
		LockAssertions.assertThatLock(this.locks, this.name).isHeld();
		this.testLocks.takeAway(this.name);
		assertThatIllegalStateException().isThrownBy(() -> renewable.renewLock(this.key));
		assertThatExceptionOfType(ConcurrentModificationException.class).isThrownBy(lock::unlock);
	}

	@Test
	void lossOfALeaseFromOutsideIsToldAndNotWaitedFor() {
		Lock lock = this.registry.obtain(this.key);
		Lease outside = this.locks.acquire(this.name);
		this.testLocks.takeAway(this.name);
		assertThatExceptionOfType(LockLostException.class).isThrownBy(lock::lock);
		assertThatExceptionOfType(LockLostException.class).isThrownBy(lock::lockInterruptibly);
		assertThatExceptionOfType(LockLostException.class).isThrownBy(lock::tryLock);
		outside.release();
		lock.lock();
		lock.unlock();
	}

	@Test
	void keyThatIsNoTextIsRefused() {
		assertThatIllegalArgumentException().isThrownBy(() -> this.registry.obtain(new Object()));
	}

	@Test
	@Tag("every-line")
	void leaderThatLosesItsLockIsRevokedAndAnotherIsElected() throws Exception {
		LockTemplate another = new LockTemplate(new MemoryLockStore(this.server, "another server"), this.settings,
				this.runtime, List.of());
		another.start();
		LockRegistryLeaderInitiator first = initiator(this.locks);
		LockRegistryLeaderInitiator second = initiator(another);
		try {
			first.start();
			awaitLeader(first);
			second.start();
			this.testLocks.awaitWaiter(this.name);
			this.testLocks.takeAway(this.name);
			awaitLeader(second);
			Awaitility.await().until(() -> !first.getContext().isLeader());
			second.stop();
			awaitLeader(first);
			assertThat(second.getContext().isLeader()).isFalse();
		}
		finally {
			first.stop();
			second.stop();
			another.stop();
		}
		Awaitility.await().untilAsserted(() -> LockAssertions.assertThatLock(this.locks, this.name).isFree());
	}

	private static void awaitLeader(LockRegistryLeaderInitiator initiator) {
		Awaitility.await().atMost(Duration.ofSeconds(120)).until(() -> initiator.getContext().isLeader());
	}

	/**
	 * Takes part in an election. Who is no leader waits for a heartbeat each time,
	 * without a pause between.
	 */
	private LockRegistryLeaderInitiator initiator(LockOperations operations) throws Exception {
		LockRegistryLeaderInitiator initiator = new LockRegistryLeaderInitiator(new LeaseLockRegistry(operations),
				new DefaultCandidate(UUID.randomUUID().toString(), this.key));
		initiator.setHeartBeatMillis(1_000);
		initiator.setBusyWaitMillis(20);
		return initiator;
	}

}
