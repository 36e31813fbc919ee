package io.github.lockstarter.integration;

import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.locks.Lock;
import java.util.function.Function;

import org.springframework.integration.support.locks.DistributedLock;
import org.springframework.integration.support.locks.ExpirableLockRegistry;
import org.springframework.integration.support.locks.RenewableLockRegistry;

import io.github.lockstarter.LockLostException;
import io.github.lockstarter.LockOperations;
import io.github.lockstarter.LockRequest;
import io.github.lockstarter.LockUnavailableException;
import io.github.lockstarter.concurrent.LeaseLock;
import io.github.lockstarter.concurrent.LeaseLocks;

/**
 * A lock registry of Spring Integration whose locks are distributed locks named
 * {@code integration:<key>}, for aggregators, leader election and other users of a
 * registry. The locks belong to a thread, are re-entrant and are renewed while they are
 * held, without any scheduling. Thread-safe; keeps nothing for free locks.
 *
 * <p>
 * <b>Loss.</b> A lost lock is reported as by Spring Integration's own registries:
 * {@code unlock} throws a {@link java.util.ConcurrentModificationException}, and
 * {@code tryLock} returns false to the thread that has lost it, so that a leader detects
 * the end of its leadership.
 */
@SuppressWarnings("rawtypes") // generic since Spring Integration 7 only
public final class LeaseLockRegistry implements ExpirableLockRegistry, RenewableLockRegistry {

	private static final String PREFIX = "integration:";

	private static final boolean DISTRIBUTED = isDistributedLockThere();

	private final LockOperations operations;

	private final LeaseLocks locks;

	private final LostLocks lost = new LostLocks();

	public LeaseLockRegistry(LockOperations operations) {
		this.operations = operations;
		this.locks = new LeaseLocks(operations);
	}

	// not by its name: a native image recognizes a class literal without a hint
	private static boolean isDistributedLockThere() {
		try {
			return DistributedLock.class.isInterface();
		}
		catch (NoClassDefFoundError ex) {
			return false; // Spring Integration 6.5
		}
	}

	/**
	 * Returns the lock of a key.
	 * @param lockKey the key, a string
	 * @return the lock, equal to and interchangeable with others of this registry with
	 * the same key; with Spring Integration 7 a {@code DistributedLock}, which can be
	 * locked for a fixed lease
	 * @throws IllegalArgumentException if the key is not a string: the text of an object
	 * may differ between instances
	 */
	@Override
	public Lock obtain(Object lockKey) {
		LeaseLock lock = lock(lockKey);
		Function<Duration, LeaseLock> fixed = (ttl) -> this.locks.lock(request(lockKey).leaseTime(ttl));
		if (DISTRIBUTED) {
			return new DistributedRegistryLock(lock, fixed, this.lost);
		}
		return new RegistryLock(lock, fixed, this.lost);
	}

	private LeaseLock lock(Object lockKey) {
		return this.locks.lock(request(lockKey));
	}

	private static LockRequest request(Object lockKey) {
		if (lockKey instanceof String key) {
			return LockRequest.of(PREFIX + key);
		}
		throw new IllegalArgumentException("The lock key must be a String, and is " + Objects.toString(lockKey));
	}

	@Override
	public void expireUnusedOlderThan(long age) {
	}

	/**
	 * Extends the lease of a held lock to at least half of
	 * {@code distributed-lock.lease-time}, but not beyond
	 * {@code distributed-lock.max-hold}. Only a lock with a fixed lease needs this:
	 * others are renewed automatically.
	 * @param lockKey the key
	 * @throws IllegalStateException if the calling thread does not hold the lock, or has
	 * lost it
	 * @throws LockUnavailableException if the store was asked and has not answered; the
	 * lease is unchanged
	 */
	@Override
	public void renewLock(Object lockKey) {
		renew(request(lockKey));
	}

	/**
	 * Extends the lease of a held lock to about that length; if 97 percent of it are
	 * left, it is not renewed.
	 * @param lockKey the key
	 * @param ttl the length from now
	 * @throws IllegalStateException if the calling thread does not hold the lock, or has
	 * lost it
	 * @throws LockUnavailableException if the store was asked and has not answered; the
	 * lease is unchanged
	 */
	// overrides since Spring Integration 7
	public void renewLock(Object lockKey, Duration ttl) {
		renew(request(lockKey).leaseTime(ttl));
	}

	private void renew(LockRequest request) {
		LeaseLock lock = this.locks.lock(request);
		if (!lock.isHeldByCurrentThread()) {
			throw new IllegalStateException("This thread does not hold lock '" + lock.name() + "', or has lost it");
		}
		try {
			// reentering never makes a lease shorter
			this.operations.acquire(request).release();
		}
		catch (LockLostException ex) {
			throw new IllegalStateException(ex.getMessage(), ex);
		}
	}

}
