package io.github.lockstarter.simulation;

import io.github.lockstarter.proof.checker.Bounds;
import io.github.lockstarter.proof.checker.Checker.Scope;
import io.github.lockstarter.proof.workload.Servers;
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
	 * A cluster of etcd, and connections for HTTP. The store and its client are the
	 * product's own.
	 */
	ETCD(Timing.BUSY_IN_AN_ENSEMBLE, Scope.SESSION),

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

	/**
	 * What the checker has to know of clients at this level: nothing of one that died is
	 * over before its session is.
	 * @return the bounds
	 */
	Bounds bounds() {
		Bounds bounds = bounds(this.timing);
		return (this == ETCD) ? Servers.ETCD.bounds(this.timing, bounds) : bounds;
	}

	/**
	 * For how long a cluster keeps the session of a client of which it hears nothing, at
	 * most.
	 */
	long sessionMillis() {
		return Servers.sessionMillis(this.timing);
	}

	Timing timing() {
		return this.timing;
	}

	Scope scope() {
		return this.scope;
	}

	/**
	 * Whether locks may be shared.
	 */
	boolean hasShares() {
		return this != QUORUM;
	}

	/**
	 * Whether a database keeps the locks, which forgets nothing.
	 */
	boolean isDatabase() {
		return this == JDBC;
	}

	/**
	 * Whether locks move to other servers, or are places of which nobody can say from
	 * outside who has them.
	 */
	boolean isMoving() {
		return this.scope == Scope.CLUSTER || this.scope == Scope.SESSION;
	}

}
