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
import io.github.lockstarter.text.LoggedText;

/**
 * A distributed lock as a {@link Lock}, for code that expects one. It is owned by the
 * thread that has locked it, and re-entrant.
 *
 * <p>
 * A {@link Lock} cannot report a loss while it is held, so {@link #unlock()} reports it.
 * Prefer {@link LockOperations} in new code.
 *
 * <p>
 * <b>Failure.</b> In an outage of the store {@link #lock()} and
 * {@link #lockInterruptibly()} retry until it ends; {@code tryLock} throws
 * {@link LockUnavailableException} when its time is over. All of them throw it if waiting
 * does not help: a permission is missing in the store, or this application is stopping.
 * {@link LockLostException} means that this thread locks again what it has lost and not
 * unlocked; {@link LockUpgradeException} that it requests in another mode what it has
 * locked as a reader or with a permit.
 */
public final class LeaseLock implements Lock {

	// The longest wait of one request; afterwards the lock is requested again.
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
	 * Creates a lock for a request.
	 * @param operations where to acquire
	 * @param request what to lock, and how; its wait time is not used
	 * @return the lock, which does not unlock other locks of the same name
	 * @throws IllegalArgumentException if the request is for several locks
	 */
	public static LeaseLock of(LockOperations operations, LockRequest request) {
		return new LeaseLocks(operations).lock(request);
	}

	public String name() {
		return this.request.name();
	}

	/**
	 * Waits for the lock without a time limit, also through an outage of the store.
	 * Ignores interrupts; the interrupt flag is set afterwards.
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
	 * Tries once without waiting. Ignores interrupts; the interrupt flag is set
	 * afterwards.
	 * @return whether this thread has acquired the lock
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
			Thread.interrupted(); // the exception replaces the flag
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
	 * Undoes one lock call of the calling thread; the last one releases the lock.
	 * @throws LockLostException if the lock was lost; thrown once
	 * @throws IllegalMonitorStateException if the calling thread has not locked it
	 */
	@Override
	public void unlock() {
		Lease lease = this.all.remove(this.request);
		if (lease == null) {
			throw new IllegalMonitorStateException("This thread has not locked '" + LoggedText.name(name()) + "'");
		}
		lease.close();
	}

	/**
	 * Returns whether the calling thread has locked it and has not lost it.
	 * @return whether the lease of its latest lock call is held
	 */
	public boolean isHeldByCurrentThread() {
		Lease latest = this.all.latest(this.request);
		return latest != null && latest.isHeld();
	}

	/**
	 * Returns how many lock calls of the calling thread are not undone, whether the lock
	 * was lost or not.
	 * @return the number of unlocks that are due
	 */
	public int getHoldCount() {
		return this.all.count(this.request);
	}

	/**
	 * Undoes all lock calls of the calling thread without reporting a loss.
	 * @return how many there were
	 */
	public int unlockAll() {
		int undone = 0;
		for (Lease lease = this.all.remove(this.request); lease != null; lease = this.all.remove(this.request)) {
			lease.release();
			undone++;
		}
		return undone;
	}

	// threads of other instances cannot be signalled
	@Override
	public Condition newCondition() {
		throw new UnsupportedOperationException("A distributed lock has no conditions");
	}

	@Override
	public String toString() {
		return "LeaseLock[" + this.request + "]";
	}

}
