package io.github.lockstarter.store;

/**
 * The safety margins of every lease, in one place: by how much its holder counts it
 * shorter than the store does, and how early it is renewed. {@code docs/protocol.md}
 * explains what they guard against.
 */
public final class LeaseMargins {

	/**
	 * How often a lease is renewed until it would expire: after a failed renewal, two
	 * more attempts fit into the rest of it.
	 */
	public static final int RENEWALS_PER_LEASE = 3;

	/**
	 * In milliseconds: the holder and the store round to whole milliseconds, each by up
	 * to one.
	 */
	public static final long ROUNDING_MILLIS = 2;

	// NTP corrects a clock by at most 0.05 % of the time that passes.
	private static final int DRIFT_PERCENT = 1;

	// From the acquisition to the check at most: for the drift, and for the time that
	// passed meanwhile.
	private static final int JUST_ACQUIRED_PERCENT = 3;

	private static final long JUST_ACQUIRED_MILLIS = 3;

	private LeaseMargins() {
	}

	/**
	 * By how much two clocks may differ after some time.
	 * @param millis the time that passed, in milliseconds
	 * @return the difference, in milliseconds
	 */
	public static long driftMillis(long millis) {
		return millis * DRIFT_PERCENT / 100;
	}

	/**
	 * For how long a holder may rely on a lease.
	 * @param leaseMillis the lease in the store, in milliseconds
	 * @return milliseconds from the moment before the request was sent
	 */
	public static long heldMillis(long leaseMillis) {
		return leaseMillis - driftMillis(leaseMillis) - ROUNDING_MILLIS;
	}

	/**
	 * What is left at least of a lease that has just been acquired.
	 * @param leaseMillis the lease in the store, in milliseconds
	 * @return milliseconds
	 */
	public static long justAcquiredMillis(long leaseMillis) {
		return leaseMillis * (100 - JUST_ACQUIRED_PERCENT) / 100 - JUST_ACQUIRED_MILLIS;
	}

	/**
	 * When the next renewal of a lease is due.
	 * @param leaseNanos the length of the lease, in nanoseconds
	 * @return nanoseconds after the last one
	 */
	public static long renewalNanos(long leaseNanos) {
		return leaseNanos / RENEWALS_PER_LEASE;
	}

}
