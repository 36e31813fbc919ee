package io.github.lockstarter.session.http;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

import io.github.lockstarter.session.Place;
import io.github.lockstarter.session.PlaceKind;

/**
 * The keys of one session for its places, used again when their place is gone.
 */
public final class Slots {

	// The key is requested, and nothing is known about it yet.
	private static final long UNKNOWN = 0;

	private final String session;

	// Numbers of places by key, by the key prefix of a lock.
	private final ConcurrentMap<String, Map<String, Long>> used = new ConcurrentHashMap<>();

	/**
	 * Creates the keys of a session that has no place yet.
	 * @param session the id of the session
	 */
	public Slots(String session) {
		this.session = session;
	}

	/**
	 * Chooses the key for a new place.
	 * @param lock the prefix of the keys of its lock
	 * @param kind the kind of the place
	 * @return a key that this session does not use
	 */
	public String take(String lock, PlaceKind kind) {
		String[] taken = new String[1];
		this.used.compute(lock, (same, before) -> {
			Map<String, Long> keys = (before != null) ? before : new ConcurrentHashMap<>();
			int number = 0;
			do {
				taken[0] = lock + this.session + "-" + number++ + kind.suffix();
			}
			while (keys.putIfAbsent(taken[0], UNKNOWN) != null);
			return keys;
		});
		return taken[0];
	}

	/**
	 * No place was or will be created at a key.
	 * @param lock the prefix of the keys of its lock
	 * @param key the key
	 */
	public void refused(String lock, String key) {
		free(lock, key, UNKNOWN);
	}

	/**
	 * A place is gone.
	 * @param place the place
	 */
	public void left(Place place) {
		free(PlaceKeys.lockOf(place), PlaceKeys.keyOf(place), PlaceKeys.numberOf(place));
	}

	private void free(String lock, String key, long number) {
		this.used.computeIfPresent(lock, (same, keys) -> {
			keys.computeIfPresent(key, (one, known) -> (known == number) ? null : known);
			return keys.isEmpty() ? null : keys;
		});
	}

	/**
	 * Places that have left the line are gone.
	 * @param lock the prefix of the keys of the lock
	 * @param line the places of the lock
	 * @param revision the place numbers up to this one were issued when the line was read
	 * @param settled whether all earlier requests of this session had been executed by
	 * then, or never will be
	 */
	public void seen(String lock, List<Place> line, long revision, boolean settled) {
		this.used.computeIfPresent(lock, (same, keys) -> {
			Map<String, Long> there = new ConcurrentHashMap<>();
			line.forEach((place) -> there.put(PlaceKeys.keyOf(place), PlaceKeys.numberOf(place)));
			keys.replaceAll((key, known) -> Math.max(known, there.getOrDefault(key, known)));
			keys.entrySet()
				.removeIf((one) -> !there.containsKey(one.getKey())
						&& ((one.getValue() == UNKNOWN) ? settled : one.getValue() <= revision));
			return keys.isEmpty() ? null : keys;
		});
	}

	/**
	 * How many keys are in use.
	 * @return the number of keys
	 */
	public int size() {
		return this.used.values().stream().mapToInt(Map::size).sum();
	}

}
