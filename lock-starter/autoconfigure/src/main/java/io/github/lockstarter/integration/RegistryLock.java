package io.github.lockstarter.integration;

import java.time.Duration;
import java.util.ConcurrentModificationException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.LockLostException;
import io.github.lockstarter.concurrent.LeaseLock;

/**
 * A lock of the registry; locking it again forgets a loss, because leader election proves
 * its leadership that way, and only the outermost unlock reports a loss, because that is
 * where the holder checks.
 */
class RegistryLock implements Lock {

	private final LeaseLock lock;

	private final Function<Duration, LeaseLock> fixed;

	private final LostLocks lost;

	RegistryLock(LeaseLock lock, Function<Duration, LeaseLock> fixed, LostLocks lost) {
		this.lock = lock;
		this.fixed = fixed;
		this.lost = lost;
	}

	@Override
	public void lock() {
		lock(this.lock);
	}

	public void lock(Duration ttl) {
		lock(this.fixed.apply(ttl));
	}

	private void lock(LeaseLock wanted) {
		boolean locked = false;
		while (!locked) {
			dropIfLost();
			locked = attempt(() -> {
				wanted.lock();
				return true;
			});
		}
	}

	@Override
	public void lockInterruptibly() throws InterruptedException {
		boolean locked = false;
		while (!locked) {
			dropIfLost();
			locked = attempt(() -> {
				this.lock.lockInterruptibly();
				return true;
			});
		}
	}

	@Override
	public boolean tryLock() {
		return !dropIfLost() && attempt(this.lock::tryLock);
	}

	@Override
	public boolean tryLock(long time, TimeUnit unit) throws InterruptedException {
		return tryLock(this.lock, time, unit);
	}

	public boolean tryLock(Duration waitTime, Duration ttl) throws InterruptedException {
		return tryLock(this.fixed.apply(ttl), TimeUnit.NANOSECONDS.convert(waitTime), TimeUnit.NANOSECONDS);
	}

	private boolean tryLock(LeaseLock wanted, long time, TimeUnit unit) throws InterruptedException {
		return !dropIfLost() && attempt(() -> wanted.tryLock(time, unit));
	}

	private <E extends Exception> boolean attempt(Attempt<E> attempt) throws E {
		try {
			boolean acquired = attempt.acquire();
			if (acquired) {
				locked();
			}
			return acquired;
		}
		catch (LockLostException ex) {
			if (dropIfLost()) {
				return false; // lost at this moment
			}
			throw ex; // locked outside of this registry
		}
	}

	private void locked() {
		if (this.lock.getHoldCount() == 1) {
			this.lost.forget(this.lock.name());
		}
	}

	// Returns whether the calling thread had lost the lock; all its lock calls are undone
	// then.
	private boolean dropIfLost() {
		if (this.lock.getHoldCount() == 0 || this.lock.isHeldByCurrentThread()) {
			return false;
		}
		this.lost.lost(this.lock.name(), this.lock.unlockAll());
		return true;
	}

	@Override
	public void unlock() {
		boolean outermost = this.lock.getHoldCount() == 1;
		if (this.lock.getHoldCount() == 0 && this.lost.unlocked(this.lock.name())) {
			throw new ConcurrentModificationException("Lock '" + this.lock.name() + "' was lost before its unlock");
		}
		try {
			this.lock.unlock();
		}
		catch (LockLostException ex) {
			if (outermost) {
				ConcurrentModificationException told = new ConcurrentModificationException(ex.getMessage());
				told.initCause(ex);
				throw told;
			}
		}
	}

	@Override
	public Condition newCondition() {
		return this.lock.newCondition();
	}

	// Locks of one registry with the same key are one lock.
	@Override
	public boolean equals(@Nullable Object other) {
		return other instanceof RegistryLock that && that.lost == this.lost
				&& that.lock.name().equals(this.lock.name());
	}

	@Override
	public int hashCode() {
		return this.lock.name().hashCode();
	}

	@Override
	public String toString() {
		return "RegistryLock[" + this.lock.name() + "]";
	}

	@FunctionalInterface
	private interface Attempt<E extends Exception> {

		boolean acquire() throws E;

	}

}
