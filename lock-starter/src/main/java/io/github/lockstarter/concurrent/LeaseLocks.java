package io.github.lockstarter.concurrent;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.Lease;
import io.github.lockstarter.LockOperations;
import io.github.lockstarter.LockRequest;

/**
 * Locks as {@link java.util.concurrent.locks.Lock} that know of each other who holds
 * what: what was locked through one of them is unlocked through any other with the same
 * name. Keeps an entry for each thread and lock that is held, and nothing for one that is
 * free.
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
	 */
	public LeaseLock lock(LockRequest request) {
		return new LeaseLock(this, request);
	}

	LockOperations operations() {
		return this.operations;
	}

	void opened(String name, Lease lease) {
		this.leases.computeIfAbsent(holder(name), (key) -> new ArrayDeque<>()).push(lease);
	}

	/**
	 * The latest lease of the calling thread.
	 */
	@Nullable Lease latest(String name) {
		Deque<Lease> open = this.leases.get(holder(name));
		return (open != null) ? open.peek() : null;
	}

	/**
	 * Forgets the latest lease of the calling thread.
	 * @return the lease, to be closed, or null if there is none
	 */
	@Nullable Lease remove(String name) {
		Deque<Lease> open = this.leases.get(holder(name));
		if (open == null) {
			return null;
		}
		Lease latest = open.poll();
		if (open.isEmpty()) {
			this.leases.remove(holder(name));
		}
		return latest;
	}

	/**
	 * How many leases the calling thread has.
	 */
	int count(String name) {
		Deque<Lease> open = this.leases.get(holder(name));
		return (open != null) ? open.size() : 0;
	}

	private static Holder holder(String name) {
		return new Holder(Thread.currentThread(), name);
	}

	/**
	 * Whose leases.
	 *
	 * @param thread the thread that has locked
	 * @param name the lock name
	 */
	private record Holder(Thread thread, String name) {

	}

}
