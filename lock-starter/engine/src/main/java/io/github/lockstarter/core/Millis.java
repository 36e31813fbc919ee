package io.github.lockstarter.core;

/**
 * Converts between nanoseconds, in which the engine counts, and milliseconds, in which
 * the store and the lengths that are sent to it are given.
 */
final class Millis {

	private static final long NANOS = 1_000_000;

	private Millis() {
	}

	static long toNanos(long millis) {
		return millis * NANOS;
	}

	// Rounded down: surely over after so many nanoseconds.
	static long ofNanos(long nanos) {
		return nanos / NANOS;
	}

	// Rounded up: surely not over before so many nanoseconds.
	static long ofNanosUp(long nanos) {
		return (nanos + NANOS - 1) / NANOS;
	}

}
