package io.github.lockstarter.core;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.observer.Refusal;
import io.github.lockstarter.store.Moment;
import io.github.lockstarter.store.PushMessage;
import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.StoreReply;
import io.github.lockstarter.store.StoreReply.Status;

/**
 * How a {@link StoreAttempt} ended.
 */
sealed interface AttemptOutcome {

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
		 * @param contested whether it was not the first question
		 */
		static Granted by(StoreReply reply, String id, Moment sent, LeaseDeadline deadline, boolean contested) {
			return new Granted(
					new Ownership(id, reply.firstToken(), reply.firstToken(), reply.lastToken(), sent, contested),
					deadline, false);
		}

		/**
		 * By a message: the short lease of a hand-off.
		 * @param begin when the message was written, or before
		 */
		static Granted by(PushMessage message, Moment begin, LeaseDeadline deadline) {
			return new Granted(new Ownership(message.id(), message.firstToken(), message.firstToken(),
					message.lastToken(), begin, true), deadline, true);
		}

	}

	/**
	 * The lock is not the caller's.
	 *
	 * @param reason why not
	 * @param trouble what the store last failed with, if it did
	 */
	record Failed(Refusal reason, @Nullable StoreException trouble) implements AttemptOutcome {

	}

	/**
	 * What a caller is told that did not get its lock. Only a store that has said that
	 * another holds it, and was not in trouble since, is a witness for that; or a holder
	 * of this JVM that the caller has waited for, if the store has answered since.
	 * Guarded by the mutex of its {@link StoreAttempt}.
	 */
	final class Verdict {

		private final boolean seenHeld;

		private boolean saidHeld;

		private boolean askedTwice;

		// Whether a question came too late for the store, and was not asked anew.
		private boolean tooLate;

		private @Nullable StoreException troubleAtEnd;

		/**
		 * Nothing is known of the store yet.
		 * @param seenHeld whether the lock was held in this JVM until this caller asked
		 */
		Verdict(boolean seenHeld) {
			this.seenHeld = seenHeld;
		}

		/**
		 * The store has answered. That the attempt has nothing and another has the lock
		 * can only be the last answer: no trouble came since.
		 */
		void heard(StoreReply reply) {
			if (reply.status() == Status.CANCELLED && reply.leaseMillis() > 0) {
				this.saidHeld = true;
				this.troubleAtEnd = null;
			}
			this.saidHeld = this.saidHeld || this.seenHeld || reply.status() == Status.WAIT;
			this.tooLate = this.tooLate || reply.status() == Status.STALE;
		}

		/**
		 * The wait is over; the last question is about what became of this attempt, and
		 * its answer may say nothing about the time before.
		 */
		void waitEnded(@Nullable StoreException trouble) {
			this.troubleAtEnd = trouble;
		}

		/**
		 * Whether the last question is asked once more, and not again after that: it says
		 * nothing if it has overtaken the one that it is about, as it does where the
		 * store did not know a script and is sent its text.
		 */
		boolean asksAgain() {
			boolean first = !this.askedTwice && !this.saidHeld && this.troubleAtEnd == null;
			this.askedTwice = true;
			return first;
		}

		/**
		 * Whether nobody has said who has the lock because a question came too late: the
		 * clock of the store was not known well, and is now. Whoever gives up before it
		 * is asked anew would hear of an outage where there is none.
		 */
		boolean isUnasked() {
			return this.tooLate && !this.saidHeld && this.troubleAtEnd == null;
		}

		/**
		 * The same, where it is asked anew at once.
		 */
		boolean asksAnew() {
			boolean unasked = isUnasked();
			this.tooLate = false;
			return unasked;
		}

		Refusal atEnd() {
			return with(this.troubleAtEnd != null);
		}

		Refusal with(boolean trouble) {
			return (this.saidHeld && !trouble) ? Refusal.HELD_BY_ANOTHER : Refusal.UNAVAILABLE;
		}

	}

}
