package io.github.lockstarter.store;

/**
 * One reading of both clocks of this JVM. The monotonic clock may stop while a virtual
 * machine is suspended, the wall clock may be set; a lease expires as soon as either
 * clock says so.
 *
 * @param nanos the monotonic clock, in nanoseconds
 * @param wallMillis the wall clock, in milliseconds since the epoch
 */
public record Moment(long nanos, long wallMillis) {

	private static final long STEP_MILLIS = 50;

	public Moment earlier(Moment other) {
		long wall = Math.min(this.wallMillis, other.wallMillis);
		return new Moment(earlier(this.nanos, other.nanos), wall);
	}

	public static long earlier(long one, long other) {
		return (one - other < 0) ? one : other;
	}

	// Whether the clocks have moved apart by more than reading them in turn and slewing
	// can explain: earlier readings then do not tell the time now.
	public boolean hasSteppedSince(Moment before) {
		return Math.abs(this.wallMillis - before.wallMillis - (this.nanos - before.nanos) / 1_000_000) > STEP_MILLIS;
	}

	// By the clock that says less; negative if the moment has passed.
	public long nanosUntil(Moment end) {
		return Math.min(end.nanos - this.nanos, (end.wallMillis - this.wallMillis) * 1_000_000);
	}

	public Moment plusMillis(long millis) {
		return new Moment(this.nanos + millis * 1_000_000, this.wallMillis + millis);
	}

}
