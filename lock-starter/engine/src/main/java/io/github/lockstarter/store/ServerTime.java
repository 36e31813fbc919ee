package io.github.lockstarter.store;

/**
 * A reading of a server's clock. Readings of two servers cannot be compared: their clocks
 * differ by more than a hand-off lease.
 *
 * @param clock identifies the clock while the server runs; empty if unknown
 * @param millis the time in milliseconds, zero if the clock was not read
 */
public record ServerTime(String clock, long millis) {

	/**
	 * No reading.
	 */
	public static final ServerTime NONE = new ServerTime("", 0);

	// Only then their difference is an elapsed time.
	public boolean isOfSameClock(ServerTime other) {
		return !this.clock.isEmpty() && this.clock.equals(other.clock);
	}

}
