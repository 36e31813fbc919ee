package io.github.lockstarter.proof.workload;

import io.github.lockstarter.proof.checker.Bounds;

/**
 * The settings of the clients, in milliseconds: short, so that what takes a lease happens
 * often, and long enough for a machine whose two cores run all of it.
 *
 * @param leaseMillis the length of a renewed lease
 * @param commandTimeoutMillis the time for one answer
 * @param pollMillis the poll interval
 * @param handOffMillis the provisional lease of a hand-off
 * @param retentionMillis the fence retention: longer than any backward step of a campaign
 */
public record Timing(long leaseMillis, long commandTimeoutMillis, long pollMillis, long handOffMillis,
		long retentionMillis) {

	private static final long BUSY_MILLIS = 500;

	/**
	 * The settings of busy clients.
	 */
	public static final Timing BUSY = new Timing(1_500, 250, 250, 500, 10_000);

	/**
	 * The settings of busy clients of a cluster: leases that are longer than a failover.
	 */
	public static final Timing BUSY_IN_A_CLUSTER = new Timing(6_000, 500, 250, 500, 10_000);

	/**
	 * The settings of busy clients whose leases are longer than those of others, by more
	 * than the seconds in which Redis tells its age.
	 */
	public static final Timing BUSY_WITH_LONG_LEASES = new Timing(6_000, 250, 250, 500, 10_000);

	/**
	 * The settings of busy clients that ask Sentinels: leases of which a third is longer
	 * than it may take to hear of another master.
	 */
	public static final Timing BUSY_BEHIND_SENTINEL = new Timing(9_000, 500, 250, 500, 10_000);

	/**
	 * The settings of busy clients of a database, each of whose commits may wait for the
	 * disk.
	 */
	public static final Timing BUSY_IN_A_DATABASE = new Timing(3_000, 500, 500, 750, 10_000);

	/**
	 * The settings of busy clients of an ensemble, which has to elect a leader within a
	 * lease.
	 */
	public static final Timing BUSY_IN_AN_ENSEMBLE = new Timing(4_000, 1_000, 500, 1_000, 10_000);

	/**
	 * The settings of a client that only holds or waits there: twice its leases is the
	 * longest session.
	 */
	public static final Timing CALM_IN_AN_ENSEMBLE = new Timing(8_000, 1_000, 2_000, 2_000, 10_000);

	/**
	 * The settings of a client that only holds or waits: nearer to the defaults, so that
	 * a storm, or a lock that stays taken, has its time.
	 */
	public static final Timing CALM = new Timing(12_000, 1_000, 2_000, 2_000, 10_000);

	/**
	 * The same where a server does not count for a lease after its start.
	 */
	public static final Timing CALM_AFTER_A_START = new Timing(4_000, 500, 1_000, 1_000, 10_000);

	/**
	 * Settings for a machine that is busy with other things: nothing happens because time
	 * is over.
	 */
	public static final Timing UNHURRIED = new Timing(120_000, 20_000, 2_000, 20_000, 10_000);

	/**
	 * The shortest fixed lease that these clients ask for: where an answer has much time,
	 * as on a machine that is busy, a lease is not over before it arrives.
	 * @return the length in milliseconds
	 */
	public long shortestLeaseMillis() {
		return Math.max(40, this.commandTimeoutMillis / 20);
	}

	/**
	 * What the checker has to know of them, on a machine that is busy: pauses that are
	 * longer than half a second are on record.
	 * @return the bounds
	 */
	public Bounds bounds() {
		return bounds(BUSY_MILLIS);
	}

	/**
	 * The same on a machine of which it is known how late anything is.
	 * @param slackMillis how late, in milliseconds
	 * @return the bounds
	 */
	public Bounds bounds(long slackMillis) {
		return new Bounds(this.leaseMillis, this.pollMillis, this.commandTimeoutMillis, this.handOffMillis,
				slackMillis);
	}

}
