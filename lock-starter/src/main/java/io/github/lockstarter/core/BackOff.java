package io.github.lockstarter.core;

import java.util.function.DoubleSupplier;

/**
 * Pauses between repetitions, spread so that callers that failed together come back one
 * by one.
 *
 * <p>
 * Source: full jitter, after M. Brooker, "Exponential Backoff And Jitter", AWS
 * Architecture Blog, 2015.
 *
 * @param firstMillis the longest first pause
 * @param longestMillis the longest pause
 * @param random numbers from zero to one
 */
record BackOff(long firstMillis, long longestMillis, DoubleSupplier random) {

	/**
	 * The pause after that many failures, at least a tenth of its length: a pause of
	 * nothing would be no pause.
	 */
	long nanos(int failures) {
		long longest = Math.min(this.firstMillis << Math.min(failures, 16), this.longestMillis);
		return (long) (Millis.toNanos(longest) * Math.max(0.1, this.random.getAsDouble()));
	}

}
