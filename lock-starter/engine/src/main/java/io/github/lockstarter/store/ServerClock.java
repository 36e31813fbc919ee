package io.github.lockstarter.store;

/**
 * An estimate of one server's wall clock, from its answers. Used for cutoffs and for the
 * tokens of a quorum; no lease depends on it.
 */
public final class ServerClock {

	// After every time of a server, and exact as a number in its scripts.
	private static final long NEVER = 1L << 52;

	// When a clock was set, the old time is forgotten after this.
	private static final long WINDOW_NANOS = 1_000_000_000;

	private static final long NOTHING = Long.MAX_VALUE;

	private volatile long offsetNanos;

	private volatile long least = NOTHING;

	private volatile long leastBefore = NOTHING;

	private volatile long windowBegin;

	private volatile long heardMillis;

	// This JVM's wall clock, until the server answers.
	public ServerClock(Moment now) {
		this.offsetNanos = now.wallMillis() * 1_000_000 - now.nanos();
		this.windowBegin = now.nanos();
	}

	// Counted from the request, the estimate is ahead by at most one round trip, so a
	// cutoff is never too early. Zero is no time.
	public void observe(long sentNanos, long serverMillis) {
		if (serverMillis > 0) {
			// the server rounded down to milliseconds
			this.heardMillis = serverMillis;
			this.offsetNanos = (serverMillis + 1) * 1_000_000 - sentNanos;
			narrow(this.offsetNanos, sentNanos);
		}
	}

	// Each offset is too large by a round trip and by rounding, so the least is the best.
	// Two windows, so that one of them always has some answers.
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

	// The best estimate in microseconds, ahead by at most the fastest recent round trip,
	// and not before the last time of the server: the monotonic clock stops while this
	// machine sleeps. Zero before the first answer, because this JVM's wall clock says
	// nothing about the server.
	public long microsAt(long nanos) {
		long nearest = Math.min(this.least, this.leastBefore);
		return (nearest != NOTHING) ? Math.max((nanos + nearest) / 1_000, this.heardMillis * 1_000) : 0;
	}

	// The server's time in milliseconds, for a cutoff.
	public long at(long nanos) {
		return (nanos == LockStore.NO_LIMIT) ? NEVER : (nanos + this.offsetNanos) / 1_000_000;
	}

}
