package io.github.lockstarter.core;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * The callers of this instance that wait, or ask for the first time. The more there are,
 * the less often each of them asks, so that all together ask so many times a second, and
 * not more.
 */
final class Crowd {

	private static final long SHARE_NANOS = Millis.toNanos(1);

	private static final int LONGEST_INTERVALS = 15;

	private final AtomicInteger size = new AtomicInteger();

	private final long intervalNanos;

	/**
	 * Creates the crowd of an instance, which is empty.
	 * @param intervalNanos the poll interval
	 */
	Crowd(long intervalNanos) {
		this.intervalNanos = intervalNanos;
	}

	void enter() {
		this.size.incrementAndGet();
	}

	void leave() {
		this.size.decrementAndGet();
	}

	/**
	 * Whether its callers ask less often than at the poll interval.
	 */
	boolean isLarge() {
		return intervalNanos() > this.intervalNanos;
	}

	/**
	 * The time between two questions of a waiter: never less than the poll interval.
	 */
	long intervalNanos() {
		long turn = Math.min(this.size.get() * SHARE_NANOS, LONGEST_INTERVALS * this.intervalNanos);
		return Math.max(this.intervalNanos, turn);
	}

	/**
	 * How many there are.
	 */
	int size() {
		return this.size.get();
	}

}
