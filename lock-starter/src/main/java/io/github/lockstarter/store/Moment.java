package io.github.lockstarter.store;

/**
 * One reading of both clocks of this JVM. The monotonic one may stand still while a
 * virtual machine is suspended, the wall clock may be set; a lease is over as soon as
 * either says so.
 *
 * @param nanos the monotonic clock, in nanoseconds
 * @param wallMillis the wall clock, in milliseconds since the epoch
 */
public record Moment(long nanos, long wallMillis) {

	private static final long STEP_MILLIS = 50;

	/**
	 * The earlier of two moments, on each clock.
	 * @param other the other moment
	 * @return the earlier readings
	 */
	public Moment earlier(Moment other) {
		long wall = Math.min(this.wallMillis, other.wallMillis);
		return new Moment(earlier(this.nanos, other.nanos), wall);
	}

	/**
	 * The earlier of two readings of the monotonic clock.
	 * @param one a reading, in nanoseconds
	 * @param other another one, less than 292 years apart
	 * @return that which comes first
	 */
	public static long earlier(long one, long other) {
		return (one - other < 0) ? one : other;
	}

	/**
	 * Whether the two clocks have moved apart since another moment: the wall clock was
	 * set, or the monotonic one stood still. What was read from them then says nothing of
	 * now.
	 * @param before the other moment
	 * @return whether they have, by more than reading one after the other, and slewing,
	 * make of them
	 */
	public boolean hasSteppedSince(Moment before) {
		return Math.abs(this.wallMillis - before.wallMillis - (this.nanos - before.nanos) / 1_000_000) > STEP_MILLIS;
	}

	/**
	 * How long it is until another moment, by whichever clock says less.
	 * @param end the other moment
	 * @return nanoseconds, negative if it was before
	 */
	public long nanosUntil(Moment end) {
		return Math.min(end.nanos - this.nanos, (end.wallMillis - this.wallMillis) * 1_000_000);
	}

	/**
	 * The moment that is so much later, on each clock.
	 * @param millis the milliseconds, negative for an earlier one
	 * @return the later moment
	 */
	public Moment plusMillis(long millis) {
		return new Moment(this.nanos + millis * 1_000_000, this.wallMillis + millis);
	}

}
