package io.github.lockstarter.store;

/**
 * An estimate of one server's wall clock, from the answers it sends. A store has one for
 * each server. Serves cutoffs only: no lease depends on it.
 */
public final class ServerClock {

	// After every time that a server can say, and exact as a number in its scripts.
	private static final long NEVER = 1L << 52;

	private volatile long offsetNanos;

	/**
	 * Creates an estimate from this JVM's own wall clock, until the server has spoken.
	 * @param now this moment
	 */
	public ServerClock(Moment now) {
		this.offsetNanos = now.wallMillis() * 1_000_000 - now.nanos();
	}

	/**
	 * The server has said what time it is. Counting from when it was asked, the estimate
	 * is ahead by at most the time of that round trip: a cutoff is never too early.
	 * @param sentNanos when it was asked, on the monotonic clock
	 * @param serverMillis what it said, zero for nothing
	 */
	public void observe(long sentNanos, long serverMillis) {
		if (serverMillis > 0) {
			// the server rounded down to milliseconds
			this.offsetNanos = (serverMillis + 1) * 1_000_000 - sentNanos;
		}
	}

	/**
	 * The server's time at a moment of the monotonic clock.
	 * @param nanos the moment, or {@link LockStore#NO_LIMIT}
	 * @return milliseconds
	 */
	public long at(long nanos) {
		return (nanos == LockStore.NO_LIMIT) ? NEVER : (nanos + this.offsetNanos) / 1_000_000;
	}

}
