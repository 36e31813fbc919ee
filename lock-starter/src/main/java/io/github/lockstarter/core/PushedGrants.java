package io.github.lockstarter.core;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.store.Moment;
import io.github.lockstarter.store.PushMessage;
import io.github.lockstarter.store.StoreReply;

/**
 * The grants that reach one {@link StoreAttempt} by message: which of them can be entered
 * without a question to the store. Guarded by the mutex of that attempt.
 */
final class PushedGrants {

	private final EngineContext context;

	private final MessageAge age = new MessageAge();

	// When the lease ends that the last answer told of another, at the earliest.
	private long leaseEnd;

	PushedGrants(EngineContext context) {
		this.context = context;
	}

	/**
	 * The attempt was told to wait.
	 */
	void answered(Moment asked, StoreReply reply) {
		this.age.answered(asked, reply.time());
		this.leaseEnd = asked.nanos() + Millis.toNanos(reply.leaseMillis());
	}

	/**
	 * The attempt begins anew, and has had no answer.
	 */
	void clear() {
		this.age.clear();
	}

	/**
	 * What a grant gives, if its age is known and half of its lease is left.
	 * @return the outcome, or {@code null} if the store has to be asked
	 */
	AttemptOutcome.@Nullable Granted enter(PushMessage message, Moment arrival) {
		Moment begin = this.age.begin(message, arrival);
		if (begin == null || this.context.settings().handOffConfirm()) {
			return null;
		}
		LeaseDeadline deadline = LeaseDeadline.after(begin, message.millis());
		boolean fresh = deadline.remainingNanos(this.context.now()) > Millis.toNanos(message.millis()) / 2;
		return fresh ? AttemptOutcome.Granted.by(message, begin, deadline) : null;
	}

	/**
	 * The attempt was granted by an answer. If it had waited, and the lease it waited for
	 * has not ended by itself, a holder has given the lock on: a message should have
	 * come.
	 */
	void isGrantedByAnswer(String name, long now) {
		if (this.age.isKnown() && now - this.leaseEnd < 0) {
			this.context.pushes().missed(name, now);
		}
	}

}
