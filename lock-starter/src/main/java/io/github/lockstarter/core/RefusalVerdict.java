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
	 * The store has answered.
	 */
	void heard(StoreReply reply) {
		this.saidHeld = this.saidHeld || reply.status() == Status.WAIT
				|| (reply.status() == Status.CANCELLED && reply.leaseMillis() > 0);
	}

	/**
	 * The wait is over; the last question is about what became of this attempt, and its
	 * answer says nothing about the time before.
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
