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
	 * The caller owns the lock; a provisional lease must be renewed at once.
	 */
	record Granted(Ownership ownership, LeaseDeadline deadline, boolean provisional) implements AttemptOutcome {

		static Granted by(StoreReply reply, String id, Moment sent, LeaseDeadline deadline, boolean contested) {
			return new Granted(
					new Ownership(id, reply.firstToken(), reply.firstToken(), reply.lastToken(), sent, contested),
					deadline, false);
		}

		static Granted by(PushMessage message, Moment begin, LeaseDeadline deadline) {
			return new Granted(new Ownership(message.id(), message.firstToken(), message.firstToken(),
					message.lastToken(), begin, true), deadline, true);
		}

	}

	/**
	 * The caller does not own the lock; {@code trouble} is the last failure of the store,
	 * if any.
	 */
	record Failed(Refusal reason, @Nullable StoreException trouble) implements AttemptOutcome {

	}

	/**
	 * Collects what the store said about a lock, to decide between "held by another" and
	 * "unavailable"; guarded by the mutex of its {@link StoreAttempt}.
	 */
	final class Verdict {

		private final boolean seenHeld;

		private boolean saidHeld;

		private boolean askedTwice;

		// A request reached the store after its time limit and was not sent again.
		private boolean tooLate;

		private @Nullable StoreException troubleAtEnd;

		// seenHeld: held in this JVM until this caller sent its first request
		Verdict(boolean seenHeld) {
			this.seenHeld = seenHeld;
		}

		// CANCELLED with a lease: this attempt has nothing, and another caller holds the
		// lock. It is the last answer, so no failure came after it.
		void heard(StoreReply reply) {
			if (reply.status() == Status.CANCELLED && reply.leaseMillis() > 0) {
				this.saidHeld = true;
				this.troubleAtEnd = null;
			}
			this.saidHeld = this.saidHeld || this.seenHeld || reply.status() == Status.WAIT;
			this.tooLate = this.tooLate || reply.status() == Status.STALE;
		}

		// The answer to the last request says nothing about earlier failures.
		void waitEnded(@Nullable StoreException trouble) {
			this.troubleAtEnd = trouble;
		}

		// A CANCEL may overtake the request that it cancels, for example while the store
		// is sent the text of a script that it did not know. It is repeated once.
		boolean requestRepetition() {
			boolean first = !this.askedTwice && !this.saidHeld && this.troubleAtEnd == null;
			this.askedTwice = true;
			return first;
		}

		// No answer named a holder, only because a request came too late: the clock of
		// the store was not known well enough then, but is now. Giving up without another
		// request would report an outage that does not exist.
		boolean isUnasked() {
			return this.tooLate && !this.saidHeld && this.troubleAtEnd == null;
		}

		boolean takeUnasked() {
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
