package io.github.lockstarter.core;

import io.github.lockstarter.store.LeaseMargins;
import io.github.lockstarter.store.Moment;

/**
 * The end of a lease by this JVM's clocks, before its end in the store: counted from a
 * moment before the command was sent, shortened by the clock drift between two machines.
 *
 * @param end the moment from which on the lease is over; on either clock
 * @param renewalAtNanos when its first renewal is due, on the monotonic clock
 */
record LeaseDeadline(Moment end, long renewalAtNanos) {

	private static final long SECOND_NANOS = Millis.toNanos(1_000);

	/**
	 * The deadline of a lease that the store began at some time after {@code sent}.
	 */
	static LeaseDeadline after(Moment sent, long leaseMillis) {
		return new LeaseDeadline(sent.plusMillis(LeaseMargins.heldMillis(leaseMillis)),
				sent.nanos() + LeaseMargins.renewalNanos(Millis.toNanos(leaseMillis)));
	}

	/**
	 * Nanoseconds left by whichever clock says less; zero or negative when it is over.
	 */
	long remainingNanos(Moment now) {
		return now.nanosUntil(this.end);
	}

	/**
	 * The other deadline, if it is later.
	 */
	LeaseDeadline orLater(LeaseDeadline other, Moment now) {
		return (other.remainingNanos(now) > remainingNanos(now)) ? other : this;
	}

	boolean isOver(Moment now) {
		return remainingNanos(now) <= 0;
	}

	/**
	 * Whether only the wall clock ends the lease, by a second or more: it was set
	 * forward, or the machine slept.
	 */
	boolean endedByWallClock(Moment now) {
		return isOver(now) && this.end.nanos() - now.nanos() > SECOND_NANOS;
	}

}
