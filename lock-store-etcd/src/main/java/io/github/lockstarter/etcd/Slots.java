package io.github.lockstarter.etcd;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

import io.github.lockstarter.session.Place;

/**
 * The keys of one session for its places: as few for each lock as it has places at once,
 * and used again. etcd remembers each key that there ever was until its history is
 * compacted, and reads through all of a lock to tell its line: with a new key for each
 * place, to take a lock would be slower each time.
 *
 * <p>
 * A key is used again when its place is known to be gone. What is sent to that place all
 * the same says its revision too, and does nothing.
 */
final class Slots {

	// It was asked for, and nothing was heard of it.
	private static final long UNKNOWN = 0;

	private final String lease;

	// Revisions by keys, by what the keys of a lock begin with.
	private final ConcurrentMap<String, Map<String, Long>> used = new ConcurrentHashMap<>();

	Slots(String lease) {
		this.lease = lease;
	}

	/**
	 * A key for a place that is about to be taken.
	 * @param lock what it begins with
	 */
	String take(String lock) {
		String[] taken = new String[1];
		this.used.compute(lock, (same, before) -> {
			Map<String, Long> keys = (before != null) ? before : new ConcurrentHashMap<>();
			int number = 0;
			do {
				taken[0] = lock + this.lease + "-" + number++;
			}
			while (keys.putIfAbsent(taken[0], UNKNOWN) != null);
			return keys;
		});
		return taken[0];
	}

	/**
	 * A place was not taken, and will not be.
	 */
	void refused(String lock, String key) {
		free(lock, key, UNKNOWN);
	}

	/**
	 * A place is gone.
	 */
	void left(Place place) {
		free(LockKeys.lockOf(place), LockKeys.keyOf(place), LockKeys.revisionOf(place));
	}

	private void free(String lock, String key, long revision) {
		this.used.computeIfPresent(lock, (same, keys) -> {
			keys.computeIfPresent(key, (one, known) -> (known == revision) ? null : known);
			return keys.isEmpty() ? null : keys;
		});
	}

	/**
	 * Places that are not in the line any more are gone.
	 * @param lock what the keys of the line begin with
	 * @param revision when it was read
	 * @param settled whether what was sent before is executed by then, or never
	 */
	void seen(String lock, List<Place> line, long revision, boolean settled) {
		this.used.computeIfPresent(lock, (same, keys) -> {
			Map<String, Long> there = new ConcurrentHashMap<>();
			line.forEach((place) -> there.put(LockKeys.keyOf(place), LockKeys.revisionOf(place)));
			keys.replaceAll((key, known) -> Math.max(known, there.getOrDefault(key, known)));
			keys.entrySet()
				.removeIf((one) -> !there.containsKey(one.getKey())
						&& ((one.getValue() == UNKNOWN) ? settled : one.getValue() <= revision));
			return keys.isEmpty() ? null : keys;
		});
	}

	/**
	 * How many keys are used.
	 */
	int size() {
		return this.used.values().stream().mapToInt(Map::size).sum();
	}

}
