package io.github.lockstarter.core;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.store.Moment;
import io.github.lockstarter.store.PushMessage;
import io.github.lockstarter.store.ServerTime;

/**
 * The grants that reach one {@link StoreAttempt} by message: which of them can be entered
 * without a question to the store. Guarded by the mutex of that attempt.
 *
 * <p>
 * That depends on how old a message may be. Its arrival proves nothing: it may have lain
 * in the socket of a paused process. But the server says how much of its own time lies
 * between an answer and the message. All answers count, and the slowest decides: to one
 * from after a backward step of the server's clock, a message from before it would look
 * new. What another server's clock said does not count.
 */
final class PushedGrants {

	private final boolean confirmed;

	// By this JVM's clocks, not after the time at which the server's clock was zero.
	private @Nullable Moment serverZero;

	private ServerTime last = ServerTime.NONE;

	// Before the last question, whose answer knew of all steps of the clocks until then.
	private @Nullable Moment asked;

	// When the lease ends that the last answer told of another, at the earliest.
	private long leaseEnd;

	/**
	 * Creates the grants of an attempt that has had no answer.
	 * @param confirmed whether the store is asked before any of them is entered
	 */
	PushedGrants(boolean confirmed) {
		this.confirmed = confirmed;
	}

	/**
	 * The attempt was told to wait, at some time after {@code asked}.
	 * @param time the time in the answer
	 * @param leaseMillis what is left of another's lease
	 */
	void answered(Moment asked, ServerTime time, long leaseMillis) {
		Moment zero = asked.plusMillis(-time.millis());
		this.serverZero = (this.serverZero != null && time.isOfSameClock(this.last)) ? this.serverZero.earlier(zero)
				: zero;
		this.last = time;
		this.asked = asked;
		this.leaseEnd = asked.nanos() + Millis.toNanos(leaseMillis);
	}

	/**
	 * The attempt begins anew, and has had no answer.
	 */
	void clear() {
		this.serverZero = null;
		this.last = ServerTime.NONE;
	}

	/**
	 * What a grant gives, if its age is known and half of its lease is left.
	 * @return the outcome, or {@code null} if the store has to be asked
	 */
	AttemptOutcome.@Nullable Granted enter(PushMessage message, Moment arrival, Moment now) {
		Moment begin = begin(message, arrival);
		if (begin == null || this.confirmed) {
			return null;
		}
		LeaseDeadline deadline = LeaseDeadline.after(begin, message.millis());
		boolean fresh = deadline.remainingNanos(now) > Millis.toNanos(message.millis()) / 2;
		return fresh ? AttemptOutcome.Granted.by(message, begin, deadline) : null;
	}

	/**
	 * When the grant in a message was given, or before, by this JVM's clocks.
	 * @return a moment not after the grant, or {@code null} if nothing is known; as after
	 * a step of a clock since the last question, for by then the other may have stood
	 * still, and both be wrong
	 */
	@Nullable Moment begin(PushMessage message, Moment arrival) {
		Moment zero = this.serverZero;
		Moment before = this.asked;
		boolean known = before != null && !arrival.hasSteppedSince(before) && message.time().isOfSameClock(this.last);
		return (zero != null && known) ? zero.plusMillis(message.time().millis()).earlier(arrival) : null;
	}

	/**
	 * Whether a message should have come before the answer that grants the lock: the
	 * attempt had waited, and the lease it waited for has not ended by itself. So its
	 * holder has given the lock on.
	 */
	boolean isMissed(long now) {
		return this.serverZero != null && now - this.leaseEnd < 0;
	}

}
