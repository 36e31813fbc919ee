package io.github.lockstarter.core;

import java.util.function.DoubleSupplier;

/**
 * Pauses between retries, randomized (full jitter: M. Brooker, "Exponential Backoff And
 * Jitter", AWS Architecture Blog, 2015) so that callers that failed together retry at
 * different times.
 */
record BackOff(long firstMillis, long longestMillis, DoubleSupplier random) {

	// A tenth at least: jitter may not shorten a pause to nothing.
	long nanos(int failures) {
		long longest = Math.min(this.firstMillis << Math.min(failures, 16), this.longestMillis);
		return (long) (Millis.toNanos(longest) * Math.max(0.1, this.random.getAsDouble()));
	}

}
