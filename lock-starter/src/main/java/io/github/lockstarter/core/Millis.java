package io.github.lockstarter.core;

/**
 * The one place where units meet: the engine counts in nanoseconds, the store and the
 * lengths that are sent to it in milliseconds.
 */
final class Millis {

	private static final long NANOS = 1_000_000;

	private Millis() {
	}

	static long toNanos(long millis) {
		return millis * NANOS;
	}

	/**
	 * Milliseconds that are surely over after so many nanoseconds.
	 */
	static long ofNanos(long nanos) {
		return nanos / NANOS;
	}

	/**
	 * Milliseconds that are surely not over before so many nanoseconds.
	 */
	static long ofNanosUp(long nanos) {
		return (nanos + NANOS - 1) / NANOS;
	}

}
