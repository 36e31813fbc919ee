package io.github.lockstarter.core;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.observer.Refusal;
import io.github.lockstarter.store.StoreException;

/**
 * How an {@link StoreAttempt} ended.
 */
sealed interface AttemptOutcome {

	/**
	 * Whether it gave the lock to that attempt.
	 */
	boolean grants(String attempt);

	/**
	 * The lock is the caller's.
	 *
	 * @param ownership the owner id and its tokens
	 * @param deadline the end of the lease
	 * @param provisional whether the lease has to be renewed at once
	 */
	record Granted(Ownership ownership, LeaseDeadline deadline, boolean provisional) implements AttemptOutcome {

		@Override
		public boolean grants(String attempt) {
			return this.ownership.id().equals(attempt);
		}

	}

	/**
	 * The lock is not the caller's.
	 *
	 * @param reason why not
	 * @param trouble what the store last failed with, if it did
	 */
	record Failed(Refusal reason, @Nullable StoreException trouble) implements AttemptOutcome {

		@Override
		public boolean grants(String attempt) {
			return false;
		}

	}

}
