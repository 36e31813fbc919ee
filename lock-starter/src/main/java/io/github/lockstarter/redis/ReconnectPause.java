package io.github.lockstarter.redis;

import java.util.function.DoubleSupplier;

/**
 * How long to wait before the next attempt to connect: short at first, twice as long
 * after each failure up to a limit, and at random, so that many instances do not come at
 * once. Used on one thread.
 */
final class ReconnectPause {

	private static final long FIRST_MILLIS = 10;

	// An outage is noticed by its callers at once; its end within this time.
	private static final long LONGEST_MILLIS = 500;

	private static final int DOUBLINGS = 10;

	private final DoubleSupplier random;

	private int failures;

	ReconnectPause(DoubleSupplier random) {
		this.random = random;
	}

	/**
	 * An attempt has failed.
	 * @return how long to wait, in milliseconds
	 */
	long next() {
		long longest = Math.min(FIRST_MILLIS << Math.min(this.failures++, DOUBLINGS), LONGEST_MILLIS);
		return longest / 2 + (long) (this.random.getAsDouble() * (longest - longest / 2 + 1));
	}

	/**
	 * The next failure is the first one again.
	 */
	void reset() {
		this.failures = 0;
	}

}
