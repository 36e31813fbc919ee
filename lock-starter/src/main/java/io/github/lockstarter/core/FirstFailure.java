package io.github.lockstarter.core;

import org.jspecify.annotations.Nullable;

/**
 * The first thing that goes wrong among several steps, each of which is taken whatever
 * happened before. For one thread at a time.
 */
final class FirstFailure {

	private @Nullable Throwable failure;

	/**
	 * Takes a step, and keeps what it throws.
	 */
	void run(Runnable step) {
		try {
			step.run();
		}
		catch (RuntimeException | Error ex) {
			this.failure = isThere() ? this.failure : ex;
		}
	}

	boolean isThere() {
		return this.failure != null;
	}

	/**
	 * Throws it, if it is there.
	 */
	void rethrow() {
		if (this.failure instanceof Error error) {
			throw error;
		}
		if (this.failure instanceof RuntimeException ex) {
			throw ex;
		}
	}

}
