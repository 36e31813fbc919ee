package io.github.lockstarter.core;

import java.util.concurrent.atomic.AtomicLong;

/**
 * How often an instance asks for those who wait: for each of them at the poll interval,
 * and for all together so many times a second. Where more wait than that allows, it asks
 * for each of them less often, up to a longest interval.
 *
 * <p>
 * A leaky bucket: each planned question fills it by a drop, and it drains with time. What
 * is in it is the interval. With n waiters that is as long as n drops need to drain,
 * whether they come or go. Source: the virtual scheduling of ITU-T I.371, annex A.
 */
final class PollRate {

	private static final long DROP_NANOS = Millis.toNanos(1);

	private static final int LONGEST_INTERVALS = 15;

	private final long intervalNanos;

	private final long longestNanos;

	private final AtomicLong empty;

	/**
	 * Creates the rate of an instance.
	 * @param intervalNanos the poll interval
	 * @param now the time, on the monotonic clock
	 */
	PollRate(long intervalNanos, long now) {
		this.intervalNanos = intervalNanos;
		this.longestNanos = LONGEST_INTERVALS * intervalNanos;
		this.empty = new AtomicLong(now);
	}

	/**
	 * A waiter will ask again.
	 */
	void planned(long now) {
		this.empty.updateAndGet((at) -> now + Math.min(Math.max(at - now, 0) + DROP_NANOS, this.longestNanos));
	}

	/**
	 * The time between two questions of a waiter: never less than the poll interval.
	 */
	long intervalNanos(long now) {
		return Math.max(this.intervalNanos, aheadNanos(now));
	}

	/**
	 * For how long the questions that are planned would need all that may be asked.
	 */
	long aheadNanos(long now) {
		return Math.max(this.empty.get() - now, 0);
	}

}
