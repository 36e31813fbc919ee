package io.github.lockstarter.core;

import io.github.lockstarter.store.LeaseMargins;
import io.github.lockstarter.store.Moment;

/**
 * The end of a lease by the clocks of this JVM, before its end in the store; it has
 * expired when either clock says so.
 */
record LeaseDeadline(Moment end, long renewalAtNanos) {

	private static final long SECOND_NANOS = Millis.toNanos(1_000);

	// The store began the lease at some time after sent.
	static LeaseDeadline after(Moment sent, long leaseMillis) {
		return new LeaseDeadline(sent.plusMillis(LeaseMargins.heldMillis(leaseMillis)),
				sent.nanos() + LeaseMargins.renewalNanos(Millis.toNanos(leaseMillis)));
	}

	long remainingNanos(Moment now) {
		return now.nanosUntil(this.end);
	}

	LeaseDeadline orLater(LeaseDeadline other, Moment now) {
		return (other.remainingNanos(now) > remainingNanos(now)) ? other : this;
	}

	boolean isOver(Moment now) {
		return remainingNanos(now) <= 0;
	}

	// By a second or more: the wall clock was set forward, or the machine slept.
	boolean endedByWallClock(Moment now) {
		return isOver(now) && this.end.nanos() - now.nanos() > SECOND_NANOS;
	}

}
