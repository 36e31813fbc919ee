package io.github.lockstarter.core;

import java.util.List;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;

/**
 * The holds of this instance that have open leases, lost ones among them; and how many
 * have to do with the store: those that are held, and those whose lock is just being
 * given on.
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
	 * A hold has got another key.
	 * @param before its key until now
	 */
	void move(Hold hold, HoldKey before) {
		// a look at all of them may find it twice, but never miss it
		this.open.put(hold.key(), hold);
		this.open.remove(before, hold);
	}

	/**
	 * The owner does not hold the lock any more, but it is not given on yet.
	 */
	void remove(Hold hold) {
		this.open.remove(hold.key(), hold);
	}

	/**
	 * A hold is lost, or its lock is given on: nobody has to wait for it any more.
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

	/**
	 * How many have to do with the store.
	 */
	int size() {
		return this.count.get();
	}

	/**
	 * How many of those with open leases are not lost.
	 */
	long held() {
		return this.open.values().stream().filter((hold) -> hold.state().isHeld()).count();
	}

	/**
	 * What those with open leases hold.
	 */
	List<HeldLock> look() {
		return this.open.values().stream().map((hold) -> hold.state().look()).filter(Objects::nonNull).toList();
	}

	/**
	 * Waits until no hold has to do with the store. An interrupt ends the wait and is
	 * kept.
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
