package io.github.lockstarter.simulation.workload;

import java.util.HashMap;
import java.util.Map;

/**
 * What the locks protect: a number for each lock, which refuses tokens smaller than one
 * it has seen. Those who share a lock only look: a look is refused if an owner had a
 * larger token, but not because another one that shares the lock has.
 */
public final class Resource {

	private static final long REFUSED = -1;

	private final Map<String, Long> tokens = new HashMap<>();

	private final Map<String, Long> sharedTokens = new HashMap<>();

	private final Map<String, Long> values = new HashMap<>();

	long read(String lock, long token) {
		if (!isAccepted(lock, token)) {
			return REFUSED;
		}
		return this.values.getOrDefault(lock, 0L);
	}

	long write(String lock, long token, long value) {
		if (!isAccepted(lock, token)) {
			return REFUSED;
		}
		this.values.put(lock, value);
		return value;
	}

	/**
	 * Reads the value for one of those who share the lock.
	 * @return the value, negative if refused
	 */
	long look(String lock, long token) {
		if (token < this.tokens.getOrDefault(lock, 0L)) {
			return REFUSED;
		}
		this.sharedTokens.merge(lock, token, Math::max);
		return this.values.getOrDefault(lock, 0L);
	}

	private boolean isAccepted(String lock, long token) {
		if (token < this.tokens.getOrDefault(lock, 0L) || token < this.sharedTokens.getOrDefault(lock, 0L)) {
			return false;
		}
		this.tokens.put(lock, token);
		return true;
	}

}
