package io.github.lockstarter.core;

/**
 * An estimate of the server's wall clock, from the answers it sends. Serves cutoffs only:
 * no lease depends on it.
 */
final class ServerClock {

	private volatile long offsetNanos;

	ServerClock(Moment now) {
		this.offsetNanos = now.wallMillis() * 1_000_000 - now.nanos();
	}

	/**
	 * The server said {@code serverNow} at some time after {@code sent}. Counting from
	 * then, the estimate is ahead by at most the time of that round trip: a cutoff is
	 * never too early.
	 */
	void observe(Moment sent, long serverNow) {
		if (serverNow > 0) {
			// the server rounded down to milliseconds
			this.offsetNanos = (serverNow + 1) * 1_000_000 - sent.nanos();
		}
	}

	/**
	 * The server time in milliseconds at a moment of the monotonic clock.
	 */
	long at(long nanos) {
		return (nanos + this.offsetNanos) / 1_000_000;
	}

}
