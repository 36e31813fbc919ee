package io.github.lockstarter.etcd;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

import io.github.lockstarter.session.Place;

/**
 * The keys of one session for its places, used again when their place is gone.
 */
final class Slots {

	// The key is requested, and nothing is known about it yet.
	private static final long UNKNOWN = 0;

	private final String lease;

	// Revisions by key, by the key prefix of a lock.
	private final ConcurrentMap<String, Map<String, Long>> used = new ConcurrentHashMap<>();

	Slots(String lease) {
		this.lease = lease;
	}

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

	void refused(String lock, String key) {
		free(lock, key, UNKNOWN);
	}

	void left(Place place) {
		free(LockKeys.lockOf(place), LockKeys.keyOf(place), LockKeys.revisionOf(place));
	}

	private void free(String lock, String key, long revision) {
		this.used.computeIfPresent(lock, (same, keys) -> {
			keys.computeIfPresent(key, (one, known) -> (known == revision) ? null : known);
			return keys.isEmpty() ? null : keys;
		});
	}

	// Places that have left the line are gone. "settled": earlier requests have been
	// executed by then, or never will be.
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

	int size() {
		return this.used.values().stream().mapToInt(Map::size).sum();
	}

}
