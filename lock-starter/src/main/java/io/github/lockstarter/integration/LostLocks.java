package io.github.lockstarter.integration;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * Which threads were told "false" about a lock that they had locked and lost, and how
 * often they have yet to unlock it.
 */
final class LostLocks {

	private final ConcurrentMap<Holder, Integer> due = new ConcurrentHashMap<>();

	void lost(String name, int lockings) {
		this.due.merge(holder(name), lockings, Integer::sum);
	}

	/**
	 * The calling thread has the lock anew: it knows that it had lost it.
	 */
	void forget(String name) {
		this.due.remove(holder(name));
	}

	/**
	 * The calling thread unlocks what it does not hold.
	 * @return whether that is because it has lost it
	 */
	boolean unlocked(String name) {
		Integer before = this.due.get(holder(name));
		this.due.computeIfPresent(holder(name), (key, left) -> (left > 1) ? left - 1 : null);
		return before != null;
	}

	private static Holder holder(String name) {
		return new Holder(Thread.currentThread(), name);
	}

	/**
	 * A thread that has lost a lock.
	 *
	 * @param thread the thread that has locked
	 * @param name the lock name
	 */
	private record Holder(Thread thread, String name) {

	}

}
