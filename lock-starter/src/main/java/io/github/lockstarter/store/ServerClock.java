package io.github.lockstarter.store;

/**
 * An estimate of one server's wall clock, from the answers it sends. A store has one for
 * each server. Serves cutoffs, and the tokens of a quorum: no lease depends on it.
 */
public final class ServerClock {

	// After every time that a server can say, and exact as a number in its scripts.
	private static final long NEVER = 1L << 52;

	// Of a clock that was set this late the old time is forgotten.
	private static final long WINDOW_NANOS = 1_000_000_000;

	private static final long NOTHING = Long.MAX_VALUE;

	private volatile long offsetNanos;

	private volatile long least = NOTHING;

	private volatile long leastBefore = NOTHING;

	private volatile long windowBegin;

	private volatile long heardMillis;

	/**
	 * Creates an estimate from this JVM's own wall clock, until the server has spoken.
	 * @param now this moment
	 */
	public ServerClock(Moment now) {
		this.offsetNanos = now.wallMillis() * 1_000_000 - now.nanos();
		this.windowBegin = now.nanos();
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
			this.heardMillis = serverMillis;
			this.offsetNanos = (serverMillis + 1) * 1_000_000 - sentNanos;
			narrow(this.offsetNanos, sentNanos);
		}
	}

	/**
	 * Each offset is too large by a round trip and what was rounded: the least is the
	 * nearest. Of two windows, so that there always is one with some answers.
	 */
	private void narrow(long offset, long now) {
		if (now - this.windowBegin > WINDOW_NANOS) {
			this.windowBegin = now;
			this.leastBefore = this.least;
			this.least = offset;
		}
		else if (offset < this.least) {
			this.least = offset;
		}
	}

	/**
	 * The server's time at a moment of the monotonic clock, as near as lately known: it
	 * is ahead by at most the time of the fastest round trip. It is not before what was
	 * heard last: while this machine sleeps, the monotonic clock stands still.
	 * @param nanos the moment
	 * @return microseconds, zero if the server has not spoken yet: this JVM's own wall
	 * clock says nothing about it
	 */
	public long microsAt(long nanos) {
		long nearest = Math.min(this.least, this.leastBefore);
		return (nearest != NOTHING) ? Math.max((nanos + nearest) / 1_000, this.heardMillis * 1_000) : 0;
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
