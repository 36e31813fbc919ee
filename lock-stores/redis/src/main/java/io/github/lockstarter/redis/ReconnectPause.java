package io.github.lockstarter.redis;

import java.util.function.DoubleSupplier;

/**
 * The pause before the next attempt to connect: it doubles up to a limit, and is random,
 * so that many instances do not connect at once; for one thread.
 */
final class ReconnectPause {

	private static final long FIRST_MILLIS = 10;

	// Callers notice an outage at once, and its end within this time.
	private static final long LONGEST_MILLIS = 500;

	private static final int DOUBLINGS = 10;

	private final DoubleSupplier random;

	private int failures;

	ReconnectPause(DoubleSupplier random) {
		this.random = random;
	}

	// in milliseconds
	long next() {
		long longest = Math.min(FIRST_MILLIS << Math.min(this.failures++, DOUBLINGS), LONGEST_MILLIS);
		return longest / 2 + (long) (this.random.getAsDouble() * (longest - longest / 2 + 1));
	}

	void reset() {
		this.failures = 0;
	}

}
