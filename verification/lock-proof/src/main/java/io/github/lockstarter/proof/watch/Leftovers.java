package io.github.lockstarter.proof.watch;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

import io.github.lockstarter.proof.history.HistoryLog;

/**
 * Says what a run has left behind in a server, and what no key may be like at any time.
 */
public final class Leftovers {

	/**
	 * The life of a key that nothing ends, as Redis says it.
	 */
	public static final long FOR_EVER = -1;

	private static final Set<String> FREE_FIELDS = Set.of("o", "f", "b", "p");

	private Leftovers() {
	}

	/**
	 * Somebody has looked at a key.
	 * @param history where it is written if that is wrong
	 * @param nanos the time of the history
	 * @param key the key
	 * @param life how long it lives, in milliseconds; {@link #FOR_EVER} without an end
	 */
	public static void life(HistoryLog history, long nanos, String key, long life) {
		if (life == FOR_EVER) {
			history.write('Z', nanos, key, "has_no_TTL");
		}
	}

	/**
	 * All is over, and somebody has looked at a lock.
	 * @param history where it is written if that is wrong
	 * @param nanos the time of the history
	 * @param key its key
	 * @param fields all of its fields
	 */
	public static void lock(HistoryLog history, long nanos, String key, Map<String, String> fields) {
		Map<String, String> left = new TreeMap<>(fields);
		left.keySet().removeAll(FREE_FIELDS);
		if (!left.isEmpty()) {
			history.write('Z', nanos, key, ("still has " + left).replace(" ", "_"));
		}
	}

}
