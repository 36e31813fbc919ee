package io.github.lockstarter.integration;

import java.util.HashMap;
import java.util.Map;

/**
 * Counts, for the calling thread, the unlocks that are still due for locks whose loss
 * {@code tryLock} has reported; a thread that ends takes its counts along.
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

	void forget(String name) {
		Map<String, Integer> mine = this.due.get();
		if (mine != null) {
			mine.remove(name);
			removeEmpty(mine);
		}
	}

	// Whether the thread unlocks a lock that it has lost.
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
