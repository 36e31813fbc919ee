package io.github.lockstarter.quorum;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import org.jspecify.annotations.Nullable;

/**
 * The attempts of this instance that have, or may have, something at a node.
 */
final class Attempts {

	private final Map<String, Attempt> attempts = new ConcurrentHashMap<>();

	/**
	 * The attempt with an id, a new one if it has nothing anywhere.
	 */
	Attempt of(String id) {
		Attempt known = this.attempts.get(id);
		return (known != null) ? known : new Attempt(id);
	}

	@Nullable Attempt find(String id) {
		return this.attempts.get(id);
	}

	/**
	 * It is about to ask. Call it under the mutex of the attempt.
	 */
	void keep(Attempt attempt) {
		this.attempts.put(attempt.id(), attempt);
	}

	/**
	 * It has nothing any more. Call it under the mutex of the attempt.
	 */
	void forget(Attempt attempt) {
		this.attempts.remove(attempt.id(), attempt);
	}

}
