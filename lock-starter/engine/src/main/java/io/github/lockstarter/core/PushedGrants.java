package io.github.lockstarter.core;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.store.Moment;
import io.github.lockstarter.store.PushMessage;
import io.github.lockstarter.store.ServerTime;

/**
 * Decides which of the grants that reach a {@link StoreAttempt} by notification can be
 * used without asking the store; guarded by the mutex of the attempt.
 */
final class PushedGrants {

	private final boolean confirmed;

	// When the server's clock was zero, by the clocks of this JVM; not too late.
	private @Nullable Moment serverZero;

	private ServerTime last = ServerTime.NONE;

	// Before the last request, whose answer reflects all clock steps until then.
	private @Nullable Moment asked;

	// The earliest end of the lease of another holder, according to the last answer.
	private long leaseEndNanos;

	PushedGrants(boolean confirmed) {
		this.confirmed = confirmed;
	}

	void answered(Moment asked, ServerTime time, long leaseMillis) {
		Moment zero = asked.plusMillis(-time.millis());
		this.serverZero = (this.serverZero != null && time.isOfSameClock(this.last)) ? this.serverZero.earlier(zero)
				: zero;
		this.last = time;
		this.asked = asked;
		this.leaseEndNanos = asked.nanos() + Millis.toNanos(leaseMillis);
	}

	void clear() {
		this.serverZero = null;
		this.last = ServerTime.NONE;
	}

	// Null if the age is unknown, or less than half of the lease is left.
	AttemptOutcome.@Nullable Granted enter(PushMessage message, Moment arrival, Moment now) {
		Moment begin = begin(message, arrival);
		if (begin == null || this.confirmed) {
			return null;
		}
		LeaseDeadline deadline = LeaseDeadline.after(begin, message.millis());
		boolean fresh = deadline.remainingNanos(now) > Millis.toNanos(message.millis()) / 2;
		return fresh ? AttemptOutcome.Granted.by(message, begin, deadline) : null;
	}

	// Not after the grant. Null if unknown, as after a step of a clock since the last
	// request: the clocks of this JVM and of the server may both be wrong by then.
	@Nullable Moment begin(PushMessage message, Moment arrival) {
		Moment zero = this.serverZero;
		Moment before = this.asked;
		boolean known = before != null && !arrival.hasSteppedSince(before) && message.time().isOfSameClock(this.last);
		return (zero != null && known) ? zero.plusMillis(message.time().millis()).earlier(arrival) : null;
	}

	// The lease of the previous holder has not expired: it was handed over.
	boolean isMissed(long now) {
		return this.serverZero != null && now - this.leaseEndNanos < 0;
	}

}
