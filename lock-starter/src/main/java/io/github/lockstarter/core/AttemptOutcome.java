package io.github.lockstarter.core;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.observer.Refusal;
import io.github.lockstarter.store.Moment;
import io.github.lockstarter.store.PushMessage;
import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.StoreReply;

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

		/**
		 * By an answer of the store.
		 * @param sent before the question was sent
		 */
		static Granted by(StoreReply reply, String id, Moment sent, LeaseDeadline deadline) {
			return new Granted(new Ownership(id, reply.firstToken(), reply.firstToken(), reply.lastToken(), sent),
					deadline, false);
		}

		/**
		 * By a message: the short lease of a hand-off.
		 * @param begin when the message was written, or before
		 */
		static Granted by(PushMessage message, Moment begin, LeaseDeadline deadline) {
			return new Granted(
					new Ownership(message.id(), message.firstToken(), message.firstToken(), message.lastToken(), begin),
					deadline, true);
		}

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
