package io.github.lockstarter.concurrent;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.Lease;
import io.github.lockstarter.LockMode;
import io.github.lockstarter.LockOperations;
import io.github.lockstarter.LockRequest;

/**
 * A registry of {@link java.util.concurrent.locks.Lock locks} that share their holders: a
 * lock that was acquired through one of them can be unlocked through any other with the
 * same name and mode. Keeps an entry for each thread and held lock, and none for free
 * locks.
 */
public final class LeaseLocks {

	private final LockOperations operations;

	// A deque is used by its own thread only.
	private final ConcurrentMap<Holder, Deque<Lease>> leases = new ConcurrentHashMap<>();

	public LeaseLocks(LockOperations operations) {
		this.operations = Objects.requireNonNull(operations, "operations");
	}

	/**
	 * Creates a lock for a request.
	 * @param request what to lock, and how; its wait time is not used
	 * @return the lock, not held
	 * @throws IllegalArgumentException if the request is for several locks
	 */
	public LeaseLock lock(LockRequest request) {
		return new LeaseLock(this, request);
	}

	/**
	 * Creates a read/write lock for a request.
	 * @param request what to lock, and how; its wait time and its mode are not used
	 * @return the two locks, not held
	 * @throws IllegalArgumentException if the request is for several locks or has
	 * permits, which readers cannot have
	 */
	public LeaseReadWriteLock readWriteLock(LockRequest request) {
		return new LeaseReadWriteLock(lock(request.mode(LockMode.READ)), lock(request.mode(LockMode.WRITE)));
	}

	LockOperations operations() {
		return this.operations;
	}

	void opened(LockRequest lock, Lease lease) {
		this.leases.computeIfAbsent(holder(lock), (key) -> new ArrayDeque<>()).push(lease);
	}

	@Nullable Lease latest(LockRequest lock) {
		Deque<Lease> open = this.leases.get(holder(lock));
		return (open != null) ? open.peek() : null;
	}

	@Nullable Lease remove(LockRequest lock) {
		Deque<Lease> open = this.leases.get(holder(lock));
		if (open == null) {
			return null;
		}
		Lease latest = open.poll();
		if (open.isEmpty()) {
			this.leases.remove(holder(lock));
		}
		return latest;
	}

	int count(LockRequest lock) {
		Deque<Lease> open = this.leases.get(holder(lock));
		return (open != null) ? open.size() : 0;
	}

	private static Holder holder(LockRequest lock) {
		return new Holder(Thread.currentThread(), lock.name(), lock.mode(), lock.permits() > 1);
	}

	// With the mode: a reader must not unlock what was locked for writing.
	private record Holder(Thread thread, String name, LockMode mode, boolean limited) {

	}

}
