package io.github.lockstarter.core;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;

/**
 * The holds of this instance that have open leases, lost ones among them; and how many
 * there are, including those whose lock is just being given on.
 */
final class Holds {

	private final ConcurrentMap<HoldKey, Hold> open = new ConcurrentHashMap<>();

	private final AtomicInteger count = new AtomicInteger();

	private final ReentrantLock mutex = new ReentrantLock();

	private final Condition none = this.mutex.newCondition();

	@Nullable Hold find(HoldKey key) {
		return this.open.get(key);
	}

	void add(Hold hold) {
		this.count.incrementAndGet();
		this.open.put(hold.key(), hold);
	}

	/**
	 * The owner does not hold the lock any more, but it is not given on yet.
	 */
	void remove(Hold hold) {
		this.open.remove(hold.key(), hold);
	}

	/**
	 * A removed hold has nothing to do with the store any more.
	 */
	void over() {
		if (this.count.decrementAndGet() == 0) {
			this.mutex.lock();
			try {
				this.none.signalAll();
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
		return this.count.get();
	}

	/**
	 * Waits until there is no hold.
	 * @return whether there is none
	 */
	boolean awaitNone(long nanos) {
		this.mutex.lock();
		try {
			long left = nanos;
			while (this.count.get() > 0 && left > 0) {
				left = this.none.awaitNanos(left);
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
		finally {
			this.mutex.unlock();
		}
		return this.count.get() == 0;
	}

}
