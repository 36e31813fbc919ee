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

	/**
	 * The earlier of two moments, on each clock.
	 * @param other the other moment
	 * @return the earlier readings
	 */
	public Moment earlier(Moment other) {
		long wall = Math.min(this.wallMillis, other.wallMillis);
		return (this.nanos - other.nanos < 0) ? new Moment(this.nanos, wall) : new Moment(other.nanos, wall);
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
