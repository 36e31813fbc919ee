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
 * The holds of this instance that have open leases, lost ones included, and the number of
 * those that still concern the store: held, or being handed over.
 */
final class Holds implements HoldKeeper<Hold> {

	private final ConcurrentMap<HoldKey, Hold> open = new ConcurrentHashMap<>();

	private final AtomicInteger count = new AtomicInteger();

	// Completed when at most enough holds are left; for a stop.
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
		// in this order: an iteration may find it twice, but never miss it
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

	int size() {
		return this.count.get();
	}

	long held() {
		return held((hold) -> true);
	}

	private long held(Predicate<Hold> which) {
		return this.open.values().stream().filter((hold) -> which.test(hold) && hold.isHeld()).count();
	}

	List<HeldLock> look() {
		return this.open.values().stream().map(Hold::look).filter(Objects::nonNull).toList();
	}

	// Does not wait for the holds of the calling thread, which closes none meanwhile. An
	// interrupt ends the wait and is kept.
	boolean awaitNoneBut(Predicate<Hold> notAwaited, long nanos, LockRuntime runtime) {
		Thread current = Thread.currentThread();
		Predicate<Hold> excepted = (hold) -> hold.key().owner() == current || notAwaited.test(hold);
		int few = (int) held(excepted);
		while (this.count.get() > few && awaitFew(few, nanos, runtime)) {
			few = (int) held(excepted);
		}
		return this.count.get() <= few;
	}

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
