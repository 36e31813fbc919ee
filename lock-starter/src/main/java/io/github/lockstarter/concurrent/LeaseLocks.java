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
 * Locks as {@link java.util.concurrent.locks.Lock} that know of each other who holds
 * what: what was locked through one of them is unlocked through any other with the same
 * name that shares it in the same way. Keeps an entry for each thread and lock that is
 * held, and nothing for one that is free.
 */
public final class LeaseLocks {

	private final LockOperations operations;

	// Touched only by the thread it is for.
	private final ConcurrentMap<Holder, Deque<Lease>> leases = new ConcurrentHashMap<>();

	/**
	 * Creates locks of which none is held.
	 * @param operations where to acquire
	 */
	public LeaseLocks(LockOperations operations) {
		this.operations = Objects.requireNonNull(operations, "operations");
	}

	/**
	 * The lock that a request asks for.
	 * @param request what to lock, and how; its wait time is not used
	 * @return the lock, not held
	 * @throws IllegalArgumentException if it asks for several locks
	 */
	public LeaseLock lock(LockRequest request) {
		return new LeaseLock(this, request);
	}

	/**
	 * The two locks for those who read and those who write what a request names.
	 * @param request what to lock, and how; its wait time and its mode are not used
	 * @return the two, not held
	 * @throws IllegalArgumentException if it asks for permits, because readers have no
	 * limit, or for several locks
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

	/**
	 * The latest lease of the calling thread.
	 */
	@Nullable Lease latest(LockRequest lock) {
		Deque<Lease> open = this.leases.get(holder(lock));
		return (open != null) ? open.peek() : null;
	}

	/**
	 * Forgets the latest lease of the calling thread.
	 * @return the lease, to be closed, or null if there is none
	 */
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

	/**
	 * How many leases the calling thread has.
	 */
	int count(LockRequest lock) {
		Deque<Lease> open = this.leases.get(holder(lock));
		return (open != null) ? open.size() : 0;
	}

	private static Holder holder(LockRequest lock) {
		return new Holder(Thread.currentThread(), lock.name(), lock.mode(), lock.permits() > 1);
	}

	/**
	 * Whose leases.
	 *
	 * @param thread the thread that has locked
	 * @param name the lock name
	 * @param mode how it was locked: what was locked for writing is not unlocked by one
	 * who has read
	 * @param limited whether it was locked with a permit
	 */
	private record Holder(Thread thread, String name, LockMode mode, boolean limited) {

	}

}
