package io.github.lockstarter.simulation.workload;

import java.util.HashMap;
import java.util.Map;

/**
 * What the locks protect: a number for each, which refuses who comes with an older token
 * than it has seen.
 */
public final class Resource {

	private static final long REFUSED = -1;

	private final Map<String, Long> tokens = new HashMap<>();

	private final Map<String, Long> values = new HashMap<>();

	long read(String lock, long token) {
		if (token < this.tokens.getOrDefault(lock, 0L)) {
			return REFUSED;
		}
		this.tokens.put(lock, token);
		return this.values.getOrDefault(lock, 0L);
	}

	long write(String lock, long token, long value) {
		if (token < this.tokens.getOrDefault(lock, 0L)) {
			return REFUSED;
		}
		this.tokens.put(lock, token);
		this.values.put(lock, value);
		return value;
	}

}
