package io.github.lockstarter.integration;

import java.util.HashMap;
import java.util.Map;

/**
 * Which locks the calling thread was told "false" about, after it had locked and lost
 * them, and how often it has yet to unlock each. A thread that ends takes it along.
 */
final class LostLocks {

	private final ThreadLocal<Map<String, Integer>> due = new ThreadLocal<>();

	void lost(String name, int lockings) {
		Map<String, Integer> mine = this.due.get();
		if (mine == null) {
			mine = new HashMap<>();
			this.due.set(mine);
		}
		mine.merge(name, lockings, Integer::sum);
	}

	/**
	 * The calling thread has the lock anew: it knows that it had lost it.
	 */
	void forget(String name) {
		Map<String, Integer> mine = this.due.get();
		if (mine != null) {
			mine.remove(name);
			removeEmpty(mine);
		}
	}

	/**
	 * The calling thread unlocks what it does not hold.
	 * @return whether that is because it has lost it
	 */
	boolean unlocked(String name) {
		Map<String, Integer> mine = this.due.get();
		if (mine == null || !mine.containsKey(name)) {
			return false;
		}
		mine.computeIfPresent(name, (key, left) -> (left > 1) ? left - 1 : null);
		removeEmpty(mine);
		return true;
	}

	private void removeEmpty(Map<String, Integer> mine) {
		if (mine.isEmpty()) {
			this.due.remove();
		}
	}

}
