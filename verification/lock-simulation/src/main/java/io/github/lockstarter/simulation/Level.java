package io.github.lockstarter.simulation;

import io.github.lockstarter.proof.checker.Bounds;
import io.github.lockstarter.proof.checker.Checker.Scope;
import io.github.lockstarter.proof.workload.Timing;

/**
 * How much is simulated, and which servers keep the locks.
 */
public enum Level {

	/**
	 * Server, network and store; the locks are kept by the records of the test kit. The
	 * fastest.
	 */
	RECORDS(Timing.BUSY, Scope.ONE_SERVER),

	/**
	 * The same, and the locks are kept by the scripts.
	 */
	SCRIPTS(Timing.BUSY, Scope.ONE_SERVER),

	/**
	 * The wire, and a Redis that runs the scripts at its end. The store, its supervision,
	 * and the connections and commands of Lettuce are the product's own.
	 */
	WIRE(Timing.BUSY, Scope.ONE_SERVER),

	/**
	 * A real database in memory, and the way to it. The store is the product's own.
	 */
	JDBC(Timing.BUSY, Scope.ONE_SERVER),

	/**
	 * The wire of {@link #WIRE} with the three masters of a quorum.
	 */
	QUORUM(Timing.BUSY, Scope.QUORUM),

	/**
	 * The same with a master and a replica, which three Sentinels tell apart.
	 */
	SENTINEL(Timing.BUSY_BEHIND_SENTINEL, Scope.CLUSTER),

	/**
	 * The same, and the replica has to confirm each lease.
	 */
	REPLICAS(Timing.BUSY_BEHIND_SENTINEL, Scope.CLUSTER),

	/**
	 * The same with a cluster of three masters, each with a replica.
	 */
	CLUSTER(Timing.BUSY_IN_A_CLUSTER, Scope.CLUSTER);

	// How long a thread may take to be awake: nothing else is busy here.
	private static final long LATE_MILLIS = 220;

	private final Timing timing;

	private final Scope scope;

	Level(Timing timing, Scope scope) {
		this.timing = timing;
		this.scope = scope;
	}

	/**
	 * What the checker has to know of clients in virtual time.
	 * @param timing their settings
	 * @return the bounds
	 */
	public static Bounds bounds(Timing timing) {
		return timing.bounds(LATE_MILLIS);
	}

	Timing timing() {
		return this.timing;
	}

	Scope scope() {
		return this.scope;
	}

	/**
	 * Whether a database keeps the locks, which forgets nothing.
	 */
	boolean isDatabase() {
		return this == JDBC;
	}

	/**
	 * Whether locks move to other servers, so that nobody can look after them.
	 */
	boolean isMoving() {
		return this.scope == Scope.CLUSTER;
	}

}
