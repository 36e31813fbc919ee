package io.github.lockstarter.concurrent;

import java.util.concurrent.locks.ReadWriteLock;

import io.github.lockstarter.LockMode;
import io.github.lockstarter.LockOperations;
import io.github.lockstarter.LockRequest;
import io.github.lockstarter.LockUpgradeException;
import io.github.lockstarter.text.LoggedText;

/**
 * A distributed lock as a {@link ReadWriteLock}: any number of threads on all instances
 * may read at once, and a writer is exclusive. All are served in the order of their
 * arrival, except for short turns within one JVM ({@code distributed-lock.cohort.*}), so
 * neither readers nor writers starve. Both locks are re-entrant. Waiting, loss and
 * outages: see {@link LeaseLock}.
 *
 * <p>
 * <b>Upgrade.</b> A reader that locks for writing gets a {@link LockUpgradeException}
 * immediately, also from {@code tryLock}; with
 * {@link java.util.concurrent.locks.ReentrantReadWriteLock} it would wait forever.
 *
 * <p>
 * <b>Downgrade.</b> A writer may lock for reading and then unlock the write lock. Unlike
 * with {@code ReentrantReadWriteLock} it remains exclusive: waiting readers get in when
 * it has unlocked both.
 */
public final class LeaseReadWriteLock implements ReadWriteLock {

	private final LeaseLock readLock;

	private final LeaseLock writeLock;

	LeaseReadWriteLock(LeaseLock readLock, LeaseLock writeLock) {
		this.readLock = readLock;
		this.writeLock = writeLock;
	}

	/**
	 * Creates a read/write lock for a request.
	 * @param operations where to acquire
	 * @param request what to lock, and how; its wait time and its {@link LockMode} are
	 * not used
	 * @return the two locks, which do not unlock other locks of the same name
	 * @throws IllegalArgumentException if the request is for several locks or has
	 * permits, which readers cannot have
	 */
	public static LeaseReadWriteLock of(LockOperations operations, LockRequest request) {
		return new LeaseLocks(operations).readWriteLock(request);
	}

	public String name() {
		return this.writeLock.name();
	}

	@Override
	public LeaseLock readLock() {
		return this.readLock;
	}

	@Override
	public LeaseLock writeLock() {
		return this.writeLock;
	}

	@Override
	public String toString() {
		return "LeaseReadWriteLock[" + LoggedText.name(name()) + "]";
	}

}
