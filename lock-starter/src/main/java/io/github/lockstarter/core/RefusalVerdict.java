package io.github.lockstarter.core;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.observer.Refusal;
import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.StoreReply;
import io.github.lockstarter.store.StoreReply.Status;

/**
 * What a caller is told that did not get its lock. Only a store that has said that
 * another holds it, and was not in trouble since, is a witness for that. Guarded by the
 * mutex of its {@link StoreAttempt}.
 */
final class RefusalVerdict {

	private boolean saidHeld;

	private @Nullable StoreException troubleAtEnd;

	/**
	 * The store has answered. That the attempt has nothing and another has the lock can
	 * only be the last answer: no trouble came since.
	 */
	void heard(StoreReply reply) {
		if (reply.status() == Status.CANCELLED && reply.leaseMillis() > 0) {
			this.saidHeld = true;
			this.troubleAtEnd = null;
		}
		this.saidHeld = this.saidHeld || reply.status() == Status.WAIT;
	}

	/**
	 * The wait is over; the last question is about what became of this attempt, and its
	 * answer may say nothing about the time before.
	 */
	void waitEnded(@Nullable StoreException trouble) {
		this.troubleAtEnd = trouble;
	}

	Refusal atEnd() {
		return with(this.troubleAtEnd != null);
	}

	Refusal with(boolean trouble) {
		return (this.saidHeld && !trouble) ? Refusal.HELD_BY_ANOTHER : Refusal.UNAVAILABLE;
	}

}
