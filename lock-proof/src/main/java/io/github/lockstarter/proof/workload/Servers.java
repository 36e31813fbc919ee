package io.github.lockstarter.proof.workload;

/**
 * What the clients keep their locks in.
 */
public enum Servers {

	/**
	 * One Redis.
	 */
	ONE,

	/**
	 * One Redis that grants nothing for a lease after its start.
	 */
	DELAYED,

	/**
	 * Several masters that know nothing of each other.
	 */
	QUORUM,

	/**
	 * A Redis Cluster.
	 */
	CLUSTER,

	/**
	 * A Redis Cluster in which each lease has to be confirmed by one replica.
	 */
	CONFIRMED;

	/**
	 * Whether it is a Redis Cluster.
	 * @return whether it is
	 */
	public boolean isCluster() {
		return this == CLUSTER || this == CONFIRMED;
	}

	/**
	 * Whether a server does not count for a lease after its start.
	 * @return whether there is such a delay
	 */
	public boolean isDelayed() {
		return this == DELAYED || this == QUORUM;
	}

	/**
	 * The settings of busy clients.
	 * @return the settings
	 */
	public Timing busy() {
		return isCluster() ? Timing.BUSY_IN_A_CLUSTER : Timing.BUSY;
	}

	/**
	 * The settings of clients that only hold and wait.
	 * @return the settings
	 */
	public Timing calm() {
		return isDelayed() ? Timing.CALM_AFTER_A_START : Timing.CALM;
	}

}
