package io.github.lockstarter.core;

import io.github.lockstarter.store.Moment;

/**
 * The end of a lease by this JVM's clocks, before its end in the store: counted from a
 * moment before the command was sent, shortened by the clock drift between two machines.
 *
 * @param end the moment from which on the lease is over; on either clock
 * @param thirdNanos when a third of the lease is over, on the monotonic clock
 */
record LeaseDeadline(Moment end, long thirdNanos) {

	// 1 % drift between two clocks is far beyond what NTP leaves; 2 ms for the rounding
	// of both to milliseconds.
	private static final int DRIFT_PERCENT = 1;

	private static final long ROUNDING_MILLIS = 2;

	private static final long SECOND_NANOS = Millis.toNanos(1_000);

	/**
	 * The deadline of a lease that the store began at some time after {@code sent}.
	 */
	static LeaseDeadline after(Moment sent, long leaseMillis) {
		return new LeaseDeadline(sent.plusMillis(leaseMillis - leaseMillis * DRIFT_PERCENT / 100 - ROUNDING_MILLIS),
				sent.nanos() + Millis.toNanos(leaseMillis) / 3);
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
