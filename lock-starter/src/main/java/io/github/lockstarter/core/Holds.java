package io.github.lockstarter.core;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;

/**
 * The holds of this instance that have open leases, lost ones among them.
 */
final class Holds {

	private final ConcurrentMap<HoldKey, Hold> open = new ConcurrentHashMap<>();

	private final ReentrantLock mutex = new ReentrantLock();

	private final Condition empty = this.mutex.newCondition();

	private volatile boolean draining;

	@Nullable Hold find(HoldKey key) {
		return this.open.get(key);
	}

	void add(Hold hold) {
		this.open.put(hold.key(), hold);
	}

	void remove(Hold hold) {
		this.open.remove(hold.key(), hold);
		if (this.draining && this.open.isEmpty()) {
			this.mutex.lock();
			try {
				this.empty.signalAll();
			}
			finally {
				this.mutex.unlock();
			}
		}
	}

	void forEach(Consumer<Hold> action) {
		this.open.values().forEach(action);
	}

	int size() {
		return this.open.size();
	}

	/**
	 * Waits until there is no hold.
	 * @return whether there is none
	 */
	boolean awaitNone(long nanos) {
		this.draining = true;
		this.mutex.lock();
		try {
			long left = nanos;
			while (!this.open.isEmpty() && left > 0) {
				left = this.empty.awaitNanos(Math.min(left, TimeUnit.SECONDS.toNanos(1)))
						+ Math.max(0, left - TimeUnit.SECONDS.toNanos(1));
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
		finally {
			this.mutex.unlock();
			this.draining = false;
		}
		return this.open.isEmpty();
	}

}
