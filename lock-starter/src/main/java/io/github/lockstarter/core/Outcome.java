package io.github.lockstarter.core;

import org.jspecify.annotations.Nullable;

/**
 * How an {@link Acquisition} ended.
 */
sealed interface Outcome {

	/**
	 * The lock is the caller's.
	 *
	 * @param id the attempt that owns it
	 * @param firstToken the fencing token
	 * @param lastToken the last one of the reserved block
	 * @param deadline the end of the lease
	 * @param begin when the lease began, at the latest
	 * @param provisional whether it is a hand-off, to be renewed at once
	 */
	record Granted(String id, long firstToken, long lastToken, LeaseDeadline deadline, Moment begin,
			boolean provisional) implements Outcome {

	}

	/**
	 * The lock is not the caller's.
	 *
	 * @param reason why not
	 * @param trouble what the store last failed with, if it did
	 */
	record Failed(Refusal reason, @Nullable StoreException trouble) implements Outcome {

	}

}
