package io.github.lockstarter.store;

/**
 * A reading of the clock of a server. Readings of two servers cannot be compared: their
 * clocks differ by more than a hand-off lease lasts.
 *
 * @param clock whose clock it is, the same text for as long as the server runs; empty if
 * that is not known
 * @param millis the time in milliseconds, zero where the clock was not read
 */
public record ServerTime(String clock, long millis) {

	/**
	 * No reading.
	 */
	public static final ServerTime NONE = new ServerTime("", 0);

	/**
	 * Whether two readings are known to be of one clock.
	 * @param other the other reading
	 * @return whether their difference says how much time went by
	 */
	public boolean isOfSameClock(ServerTime other) {
		return !this.clock.isEmpty() && this.clock.equals(other.clock);
	}

}
