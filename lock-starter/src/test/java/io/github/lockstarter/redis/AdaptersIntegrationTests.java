package io.github.lockstarter.redis;

import java.time.Duration;
import java.time.Instant;
import java.util.ConcurrentModificationException;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;

import net.javacrumbs.shedlock.core.LockConfiguration;
import net.javacrumbs.shedlock.core.SimpleLock;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.integration.support.locks.DistributedLock;
import org.springframework.integration.support.locks.LockRegistry;

import io.github.lockstarter.LockRequest;
import io.github.lockstarter.async.ApplicationTasks;
import io.github.lockstarter.async.AsyncLockTemplate;
import io.github.lockstarter.concurrent.LeaseLock;
import io.github.lockstarter.core.NonBlockingLocks;
import io.github.lockstarter.integration.LeaseLockRegistry;
import io.github.lockstarter.shedlock.LeaseLockProvider;
import io.github.lockstarter.test.TestRedis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * The interfaces of other libraries, two servers, and a real Redis. What each adapter
 * does in detail is tested beside both lines of Spring Boot.
 */
@Timeout(120)
@Tag("gate")
class AdaptersIntegrationTests {

	private final String key = UUID.randomUUID().toString();

	private final TestRedis redis = TestRedis.shared();

	private final LockInstance one = LockInstance.on(this.redis);

	private final LockInstance another = LockInstance.on(this.redis);

	@AfterEach
	void stop() {
		this.one.close();
		this.another.close();
	}

	@Test
	void lockWaitsForTheOtherServer() throws Exception {
		LeaseLock mine = LeaseLock.of(this.one.locks(), LockRequest.of(this.key));
		LeaseLock theirs = LeaseLock.of(this.another.locks(), LockRequest.of(this.key));
		mine.lock();
		assertThat(theirs.tryLock()).isFalse();
		CompletableFuture<Void> waiter = CompletableFuture.runAsync(() -> {
			theirs.lock();
			theirs.unlock();
		});
		this.one.awaitWaiters(this.key, 1);
		assertThat(waiter).isNotDone();
		mine.unlock();
		waiter.get(120, TimeUnit.SECONDS);
	}

	@Test
	void registryTellsALoss() {
		Lock mine = new LeaseLockRegistry(this.one.locks()).obtain(this.key);
		Lock theirs = new LeaseLockRegistry(this.another.locks()).obtain(this.key);
		mine.lock();
		assertThat(theirs.tryLock()).isFalse();
		assertThat(this.another.locks().forceRelease("integration:" + this.key)).isTrue();
		assertThat(theirs.tryLock()).isTrue();
		assertThatExceptionOfType(ConcurrentModificationException.class).isThrownBy(mine::unlock);
		assertThat(mine.tryLock()).isFalse();
		theirs.unlock();
	}

	@Test
	@SuppressWarnings("unchecked")
	void distributedLockOfTheRegistryHasAFixedLease() throws Exception {
		LockRegistry<DistributedLock> registry = new LeaseLockRegistry(this.one.locks());
		LockRegistry<DistributedLock> another = new LeaseLockRegistry(this.another.locks());
		DistributedLock mine = registry.obtain(this.key);
		mine.lock(Duration.ofMinutes(5));
		mine.lock(); // a renewed one inside does not make it shorter
		assertThat(remaining("integration:")).isGreaterThan(Duration.ofMinutes(4));
		mine.unlock();
		DistributedLock theirs = another.obtain(this.key);
		assertThat(theirs.tryLock(Duration.ZERO, Duration.ofMinutes(1))).isFalse();
		registry.obtain(this.key).unlock();
		assertThat(theirs.tryLock(Duration.ofSeconds(20), Duration.ofMillis(100))).isTrue();
		assertThat(mine.tryLock(20, TimeUnit.SECONDS)).isTrue();
		assertThatExceptionOfType(ConcurrentModificationException.class).isThrownBy(theirs::unlock);
		mine.unlock();
	}

	@Test
	@SuppressWarnings("unchecked")
	void fixedLeaseIsRenewedWhenTheRegistryIsAskedFor() {
		LeaseLockRegistry registry = new LeaseLockRegistry(this.one.locks());
		DistributedLock mine = ((LockRegistry<DistributedLock>) registry).obtain(this.key);
		mine.lock(Duration.ofSeconds(14));
		registry.renewLock(this.key);
		assertThat(remaining("integration:")).isGreaterThan(Duration.ofSeconds(15));
		mine.unlock();
	}

	private Duration remaining(String prefix) {
		return this.another.locks().describe(prefix + this.key).orElseThrow().remaining();
	}

	@Test
	void providerRefusesTheOtherServerAndKeepsTheLockForItsShortestTime() {
		LeaseLockProvider mine = provider(this.one);
		LeaseLockProvider theirs = provider(this.another);
		SimpleLock lock = mine.lock(configuration(Duration.ofMillis(500))).orElseThrow();
		assertThat(theirs.lock(configuration(Duration.ZERO))).isEmpty();
		lock = lock.extend(Duration.ofMinutes(2), Duration.ofMillis(500)).orElseThrow();
		assertThat(remaining("shedlock:")).isGreaterThan(Duration.ofMinutes(1));
		lock.unlock();
		Awaitility.await().until(() -> theirs.lock(configuration(Duration.ZERO)).isPresent());
		assertThat(mine.lock(configuration(Duration.ZERO))).isEmpty();
	}

	private static LeaseLockProvider provider(LockInstance instance) {
		NonBlockingLocks locks = instance.locks().nonBlocking();
		return new LeaseLockProvider(new AsyncLockTemplate(locks,
				new ApplicationTasks(() -> Runnable::run, List::of, locks.callerThreads())));
	}

	private LockConfiguration configuration(Duration atLeast) {
		return new LockConfiguration(Instant.now(), this.key, Duration.ofMinutes(1), atLeast);
	}

}
