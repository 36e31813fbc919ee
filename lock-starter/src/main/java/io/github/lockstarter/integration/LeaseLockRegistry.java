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
 * {@code integration:<key>}: for aggregators, leader election and whatever else takes a
 * registry. Its locks belong to a thread, are re-entrant, and are renewed while they are
 * held, so that nothing has to be scheduled for it. Safe for use by any number of
 * threads; it keeps nothing of locks that are free.
 *
 * <p>
 * <b>Loss.</b> A lock that was lost is reported as Spring Integration's own registries
 * do: {@code unlock} throws a {@link java.util.ConcurrentModificationException}, and
 * {@code tryLock} of the thread that has lost it answers false, by which a leader learns
 * that it is none any more.
 */
@SuppressWarnings("rawtypes") // generic since Spring Integration 7 only
public final class LeaseLockRegistry implements ExpirableLockRegistry, RenewableLockRegistry {

	private static final String PREFIX = "integration:";

	private static final boolean DISTRIBUTED = isDistributedLockThere();

	private final LockOperations operations;

	private final LeaseLocks locks;

	private final LostLocks lost = new LostLocks();

	/**
	 * Creates the registry.
	 * @param operations where its locks are acquired
	 */
	public LeaseLockRegistry(LockOperations operations) {
		this.operations = operations;
		this.locks = new LeaseLocks(operations);
	}

	// not by its name: a native image sees a literal without a hint
	private static boolean isDistributedLockThere() {
		try {
			return DistributedLock.class.isInterface();
		}
		catch (NoClassDefFoundError ex) {
			return false; // Spring Integration 6.5
		}
	}

	/**
	 * The lock of a key.
	 * @param lockKey the key, a string
	 * @return the lock; equal to any other of this registry with the same key, and as
	 * good; with Spring Integration 7 a {@code DistributedLock}, which has a fixed lease
	 * where it is locked with one
	 * @throws IllegalArgumentException if the key is not a string: the text of an object
	 * need not be the same on another server
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

	/**
	 * Does nothing: nothing is kept of locks that are not used.
	 * @param age any
	 */
	@Override
	public void expireUnusedOlderThan(long age) {
	}

	/**
	 * Makes the lease of a held lock at least half of
	 * {@code distributed-lock.lease-time}, but not past
	 * {@code distributed-lock.max-hold}. Only one that was locked for a fixed time needs
	 * that: every other is renewed without it.
	 * @param lockKey the key
	 * @throws IllegalStateException if the calling thread does not hold it, or has lost
	 * it
	 * @throws LockUnavailableException if the store was to be asked and has not answered;
	 * the lock is held as before
	 */
	@Override
	public void renewLock(Object lockKey) {
		renew(request(lockKey));
	}

	/**
	 * Makes the lease of a held lock at least about so long: what has 97 percent of it
	 * left is not renewed.
	 * @param lockKey the key
	 * @param ttl the length from now
	 * @throws IllegalStateException if the calling thread does not hold it, or has lost
	 * it
	 * @throws LockUnavailableException if the store was to be asked and has not answered;
	 * the lock is held as before
	 */
	// overrides since Spring Integration 7
	public void renewLock(Object lockKey, Duration ttl) {
		renew(request(lockKey).leaseTime(ttl));
	}

	private void renew(LockRequest request) {
		LeaseLock lock = this.locks.lock(request);
		if (!lock.isHeldByCurrentThread()) {
			throw new IllegalStateException("This thread does not hold '" + lock.name() + "' (any more)");
		}
		try {
			// a lease inside another never makes it shorter
			this.operations.acquire(request).release();
		}
		catch (LockLostException ex) {
			throw new IllegalStateException(ex.getMessage(), ex);
		}
	}

}
