package io.github.lockstarter.redis;

import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.github.lockstarter.LockRequest;
import io.github.lockstarter.LockUpgradeException;
import io.github.lockstarter.concurrent.LeaseLock;
import io.github.lockstarter.concurrent.LeaseLocks;
import io.github.lockstarter.concurrent.LeaseReadWriteLock;
import io.github.lockstarter.test.TestRedis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * A {@code ReadWriteLock} of two servers.
 */
@Timeout(120)
class ReadWriteLockIntegrationTests {

	private final LockRequest request = LockRequest.of(UUID.randomUUID().toString()).waitTime(Duration.ofSeconds(60));

	private final LockInstance one = LockInstance.on(TestRedis.shared());

	private final LockInstance another = LockInstance.on(TestRedis.shared());

	@AfterEach
	void stop() {
		this.one.close();
		this.another.close();
	}

	@Test
	void readLocksOverlapAndTheWriteLockWaits() throws Exception {
		LeaseReadWriteLock mine = LeaseReadWriteLock.of(this.one.locks(), this.request);
		LeaseReadWriteLock theirs = LeaseReadWriteLock.of(this.another.locks(), this.request);
		mine.readLock().lock();
		assertThat(theirs.readLock().tryLock()).isTrue();
		theirs.readLock().unlock();
		assertThat(theirs.writeLock().tryLock()).isFalse();
		CompletableFuture<Boolean> writer = CompletableFuture.supplyAsync(() -> {
			theirs.writeLock().lock();
			boolean readable = mine.readLock().tryLock();
			theirs.writeLock().unlock();
			return readable;
		});
		this.one.awaitWaiters(this.request.name(), 1);
		mine.readLock().unlock();
		assertThat(writer.get(120, TimeUnit.SECONDS)).as("a reader beside the writer").isFalse();
	}

	@Test
	void writeLockInsideTheReadLockIsRefusedAtOnce() {
		LeaseReadWriteLock lock = LeaseReadWriteLock.of(this.one.locks(), this.request);
		lock.readLock().lock();
		assertThatExceptionOfType(LockUpgradeException.class).isThrownBy(() -> lock.writeLock().lock());
		assertThatExceptionOfType(LockUpgradeException.class).isThrownBy(() -> lock.writeLock().tryLock());
		assertThat(lock.writeLock().getHoldCount()).isZero();
		assertThat(lock.readLock().isHeldByCurrentThread()).isTrue();
		lock.readLock().unlock();
		assertThat(lock.writeLock().tryLock()).isTrue();
		lock.writeLock().unlock();
	}

	@Test
	void readLockInsideTheWriteLockKeepsOthersOutUntilItIsUnlocked() {
		LeaseReadWriteLock lock = LeaseReadWriteLock.of(this.one.locks(), this.request);
		LeaseLock theirs = LeaseReadWriteLock.of(this.another.locks(), this.request).readLock();
		lock.writeLock().lock();
		lock.readLock().lock();
		lock.writeLock().unlock();
		assertThat(lock.writeLock().isHeldByCurrentThread()).isFalse();
		assertThat(lock.readLock().isHeldByCurrentThread()).isTrue();
		assertThat(theirs.tryLock()).as("a reader beside the one that wrote").isFalse();
		lock.readLock().unlock();
		assertThat(theirs.tryLock()).isTrue();
		theirs.unlock();
	}

	@Test
	void eachLockIsUnlockedByItsOwnKindOnly() {
		LeaseLocks locks = new LeaseLocks(this.one.locks());
		LeaseReadWriteLock lock = locks.readWriteLock(this.request);
		lock.writeLock().lock();
		assertThatExceptionOfType(IllegalMonitorStateException.class).isThrownBy(() -> lock.readLock().unlock());
		assertThat(lock.writeLock().isHeldByCurrentThread()).isTrue();
		LeaseLock permit = locks.lock(this.request.permits(3));
		assertThatExceptionOfType(IllegalMonitorStateException.class).isThrownBy(permit::unlock);
		locks.readWriteLock(this.request).writeLock().unlock();
		Awaitility.await().until(() -> this.one.locks().describe(this.request.name()).isEmpty());
	}

	@Test
	void readWriteLockWithPermitsOrOfSeveralIsRefused() {
		assertThatIllegalArgumentException()
			.isThrownBy(() -> LeaseReadWriteLock.of(this.one.locks(), this.request.permits(3)))
			.withMessageContaining("cannot have permits");
		assertThatIllegalArgumentException()
			.isThrownBy(() -> LeaseReadWriteLock.of(this.one.locks(), LockRequest.ofAll("a", "b")))
			.withMessageContaining("one lock, not 2");
	}

}
