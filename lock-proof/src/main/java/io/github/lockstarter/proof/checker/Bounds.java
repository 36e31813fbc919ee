package io.github.lockstarter.proof.checker;

/**
 * The settings of the clients that bound what they may do, in milliseconds.
 *
 * @param lease the length of a renewed lease
 * @param poll the poll interval
 * @param commandTimeout the time for one answer
 * @param handOff the provisional lease of a hand-off
 */
public record Bounds(long lease, long poll, long commandTimeout, long handOff) {

	static final long MILLI = 1_000_000;

	/**
	 * For how long a waiter that does not ask keeps its place: three polls.
	 */
	long waiter() {
		return 3 * this.poll;
	}

	long leaseNanos() {
		return this.lease * MILLI;
	}

}
