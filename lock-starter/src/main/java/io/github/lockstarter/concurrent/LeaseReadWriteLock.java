package io.github.lockstarter.concurrent;

import java.util.concurrent.locks.ReadWriteLock;

import io.github.lockstarter.LockMode;
import io.github.lockstarter.LockOperations;
import io.github.lockstarter.LockRequest;
import io.github.lockstarter.LockUpgradeException;

/**
 * A distributed lock as {@link ReadWriteLock}: any number of threads of all servers reads
 * at once, and one that writes is alone. All are served in the order in which they came,
 * but for short turns within one JVM ({@code distributed-lock.cohort.*}), so neither
 * readers nor writers starve. Both locks are re-entrant. Wait, loss and outage: see
 * {@link LeaseLock}.
 *
 * <p>
 * <b>Up.</b> A thread that reads and locks to write gets a {@link LockUpgradeException}
 * at once, where {@link java.util.concurrent.locks.ReentrantReadWriteLock} would wait for
 * ever, and {@code tryLock} throws it, too.
 *
 * <p>
 * <b>Down.</b> A thread that writes may lock to read, and unlock the one to write. It
 * goes on alone, other than with {@code ReentrantReadWriteLock}: those who wait to read
 * get in when it has unlocked both.
 */
public final class LeaseReadWriteLock implements ReadWriteLock {

	private final LeaseLock readLock;

	private final LeaseLock writeLock;

	LeaseReadWriteLock(LeaseLock readLock, LeaseLock writeLock) {
		this.readLock = readLock;
		this.writeLock = writeLock;
	}

	/**
	 * The two locks for those who read and those who write what a request names.
	 * @param operations where to acquire
	 * @param request what to lock, and how; its wait time and its {@link LockMode} are
	 * not used
	 * @return the two; others of the same name are not unlocked by them
	 * @throws IllegalArgumentException if it asks for permits, because readers have no
	 * limit, or for several locks
	 */
	public static LeaseReadWriteLock of(LockOperations operations, LockRequest request) {
		return new LeaseLocks(operations).readWriteLock(request);
	}

	/**
	 * The lock name.
	 * @return the full name, without the configured key prefix
	 */
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
		return "LeaseReadWriteLock[" + name() + "]";
	}

}
