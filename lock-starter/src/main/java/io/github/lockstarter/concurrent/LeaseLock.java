package io.github.lockstarter.concurrent;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;

import io.github.lockstarter.Lease;
import io.github.lockstarter.LockInterruptedException;
import io.github.lockstarter.LockLostException;
import io.github.lockstarter.LockOperations;
import io.github.lockstarter.LockRequest;
import io.github.lockstarter.LockUnavailableException;
import io.github.lockstarter.LockUpgradeException;

/**
 * A distributed lock as {@link Lock}, for code that takes one. It belongs to the thread
 * that has locked it, and is re-entrant.
 *
 * <p>
 * A {@link Lock} has no way to tell that it was lost while it was held, so it is told by
 * {@link #unlock()}. New code does better with {@link LockOperations}.
 *
 * <p>
 * <b>Failure.</b> During an outage of the store {@link #lock()} and
 * {@link #lockInterruptibly()} retry until it ends, and {@code tryLock} throws
 * {@link LockUnavailableException} when its time has ended. All of them throw it where
 * waiting does not help:
 * <ul>
 * <li>the store has refused the user, the password or the lack of one for five seconds (a
 * rotation of credentials may take a moment);</li>
 * <li>the user may not do what a lock needs: run scripts, write keys or tables;</li>
 * <li>the store cannot keep the lock: its key has another type, a table is missing, a
 * quota of etcd or ZooKeeper is exhausted;</li>
 * <li>this application stops.</li>
 * </ul>
 *
 * <p>
 * {@link LockLostException} comes from locking again what this thread has lost and not
 * unlocked, {@link LockUpgradeException} from locking in another way what this thread has
 * locked to read or with a permit.
 */
public final class LeaseLock implements Lock {

	// Longer than any wait of a request may be; then it is asked for again.
	private static final Duration FOR_EVER = Duration.ofDays(30);

	private final LeaseLocks all;

	private final LockRequest request;

	LeaseLock(LeaseLocks all, LockRequest request) {
		this.all = all;
		this.request = (request.names().size() == 1) ? request : several(request);
	}

	private static LockRequest several(LockRequest request) {
		throw new IllegalArgumentException("A LeaseLock is one lock, not " + request.names().size());
	}

	/**
	 * The lock that a request asks for.
	 * @param operations where to acquire
	 * @param request what to lock, and how; its wait time is not used
	 * @return the lock; another one of the same name is not unlocked by this one
	 * @throws IllegalArgumentException if it asks for several locks
	 */
	public static LeaseLock of(LockOperations operations, LockRequest request) {
		return new LeaseLocks(operations).lock(request);
	}

	/**
	 * The lock name.
	 * @return the full name, without the configured key prefix
	 */
	public String name() {
		return this.request.name();
	}

	/**
	 * Waits for the lock without a limit, also through an outage of the store, and heeds
	 * no interrupt; the interrupt flag is set afterwards.
	 * @throws LockUnavailableException if waiting does not help: the store refuses the
	 * credentials of this application, a right or a table is missing, or the application
	 * stops
	 */
	@Override
	public void lock() {
		boolean locked = false;
		while (!locked) {
			locked = acquireUninterruptibly(FOR_EVER);
		}
	}

	/**
	 * Waits for the lock without a limit, also through an outage of the store.
	 * @throws InterruptedException if the thread is interrupted
	 * @throws LockUnavailableException as {@link #lock()} does
	 */
	@Override
	public void lockInterruptibly() throws InterruptedException {
		boolean locked = false;
		while (!locked) {
			locked = tryLock(FOR_EVER);
		}
	}

	/**
	 * Asks once and does not wait. It heeds no interrupt; the interrupt flag is set
	 * afterwards.
	 * @return whether this thread has it now
	 */
	@Override
	public boolean tryLock() {
		return acquireUninterruptibly(Duration.ZERO);
	}

	@Override
	public boolean tryLock(long time, TimeUnit unit) throws InterruptedException {
		Duration wait = Duration.ofNanos(Math.max(0, unit.toNanos(time)));
		return tryLock((wait.compareTo(FOR_EVER) < 0) ? wait : FOR_EVER);
	}

	private boolean tryLock(Duration wait) throws InterruptedException {
		if (Thread.interrupted()) {
			throw new InterruptedException();
		}
		try {
			return acquire(wait);
		}
		catch (LockInterruptedException ex) {
			Thread.interrupted(); // the exception says it from here on
			InterruptedException interrupted = new InterruptedException(ex.getMessage());
			interrupted.initCause(ex);
			throw interrupted;
		}
	}

	private boolean acquireUninterruptibly(Duration wait) {
		boolean interrupted = Thread.interrupted();
		try {
			while (true) {
				try {
					return acquire(wait);
				}
				catch (LockInterruptedException ex) {
					interrupted = Thread.interrupted();
				}
			}
		}
		finally {
			if (interrupted) {
				Thread.currentThread().interrupt();
			}
		}
	}

	private boolean acquire(Duration wait) {
		Optional<Lease> lease = this.all.operations().tryAcquire(this.request.waitTime(wait));
		lease.ifPresent((opened) -> this.all.opened(this.request, opened));
		return lease.isPresent();
	}

	/**
	 * Undoes one locking of the calling thread; the last one releases the lock.
	 * @throws LockLostException if the lock was lost before, which is told once
	 * @throws IllegalMonitorStateException if the calling thread has not locked it
	 */
	@Override
	public void unlock() {
		Lease lease = this.all.remove(this.request);
		if (lease == null) {
			throw new IllegalMonitorStateException("This thread has not locked '" + name() + "'");
		}
		lease.close();
	}

	/**
	 * Whether the calling thread has locked it and has not lost it.
	 * @return whether the lease of its latest locking is held
	 */
	public boolean isHeldByCurrentThread() {
		Lease latest = this.all.latest(this.request);
		return latest != null && latest.isHeld();
	}

	/**
	 * How often the calling thread has locked it and not unlocked, lost or not.
	 * @return the number of unlocks that are due
	 */
	public int getHoldCount() {
		return this.all.count(this.request);
	}

	/**
	 * Undoes all lockings of the calling thread, and tells nobody whether the lock was
	 * lost.
	 * @return how many they were
	 */
	public int unlockAll() {
		int undone = 0;
		for (Lease lease = this.all.remove(this.request); lease != null; lease = this.all.remove(this.request)) {
			lease.release();
			undone++;
		}
		return undone;
	}

	/**
	 * Not supported: there is nobody to signal on another server.
	 * @return nothing
	 */
	@Override
	public Condition newCondition() {
		throw new UnsupportedOperationException("A distributed lock has no conditions");
	}

	@Override
	public String toString() {
		return "LeaseLock[" + this.request + "]";
	}

}
