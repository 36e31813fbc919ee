package io.github.lockstarter.core;

import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Predicate;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.runtime.LockRuntime;

/**
 * The holds of this instance that have open leases, lost ones among them; and how many
 * have to do with the store: those that are held, and those whose lock is just being
 * given on.
 */
final class Holds implements HoldKeeper<Hold> {

	private final ConcurrentMap<HoldKey, Hold> open = new ConcurrentHashMap<>();

	private final AtomicInteger count = new AtomicInteger();

	// What a stop waits for: so few.
	private volatile @Nullable CompletableFuture<Void> few;

	private volatile int enough;

	@Nullable Hold find(HoldKey key) {
		return this.open.get(key);
	}

	void add(Hold hold) {
		this.count.incrementAndGet();
		this.open.put(hold.key(), hold);
	}

	@Override
	public void moved(Hold hold, HoldKey before) {
		// a look at all of them may find it twice, but never miss it
		this.open.put(hold.key(), hold);
		this.open.remove(before, hold);
	}

	@Override
	public void removed(Hold hold) {
		this.open.remove(hold.key(), hold);
	}

	@Override
	public void over() {
		CompletableFuture<Void> awaited = (this.count.decrementAndGet() <= this.enough) ? this.few : null;
		if (awaited != null) {
			awaited.complete(null);
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
		return held((hold) -> true);
	}

	private long held(Predicate<Hold> which) {
		return this.open.values().stream().filter((hold) -> which.test(hold) && hold.isHeld()).count();
	}

	/**
	 * What those with open leases hold.
	 */
	List<HeldLock> look() {
		return this.open.values().stream().map(Hold::look).filter(Objects::nonNull).toList();
	}

	/**
	 * Waits until no hold has to do with the store, but for those of the calling thread,
	 * which closes none while it waits, and for others that are not waited for. An
	 * interrupt ends the wait and is kept.
	 * @param notAwaited the holds that are not waited for
	 * @return whether there is none
	 */
	boolean awaitNoneBut(Predicate<Hold> notAwaited, long nanos, LockRuntime runtime) {
		Thread current = Thread.currentThread();
		Predicate<Hold> excepted = (hold) -> hold.key().owner() == current || notAwaited.test(hold);
		int few = (int) held(excepted);
		while (this.count.get() > few && awaitFew(few, nanos, runtime)) {
			few = (int) held(excepted);
		}
		return this.count.get() <= few;
	}

	/**
	 * Waits until there are so few.
	 * @return whether there were; not after an interrupt
	 */
	private boolean awaitFew(int so, long nanos, LockRuntime runtime) {
		CompletableFuture<Void> awaited = new CompletableFuture<>();
		this.few = awaited;
		this.enough = so;
		try {
			return this.count.get() <= so || runtime.await(awaited, nanos);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			return false;
		}
		finally {
			this.enough = 0;
			this.few = null;
		}
	}

}
