package io.github.lockstarter.proof.history;

import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * The kinds of fault: whom each hits, how often it is chosen, and what it may lead to
 * without a promise being broken. A kind that excuses nothing must go unnoticed by
 * callers.
 */
public enum FaultKind {

	/**
	 * Replies of Redis are thrown away, then the connections break.
	 */
	DROPPED_REPLIES(FaultTarget.CLIENT, 4, Effect.LOSS, Effect.ORDER, Effect.OUTAGE, Effect.RELEASE),

	/**
	 * Everything between a client and Redis takes longer.
	 */
	DELAY(FaultTarget.CLIENT, 4, Effect.LOSS, Effect.ORDER, Effect.OUTAGE, Effect.RELEASE),

	/**
	 * The connections of a client are cut.
	 */
	CUT(FaultTarget.CLIENT, 6, Effect.ORDER, Effect.OUTAGE, Effect.RELEASE),

	/**
	 * Nothing gets through any more, and nobody is told.
	 */
	BLACK_HOLE(FaultTarget.CLIENT, 3, Effect.LOSS, Effect.ORDER, Effect.OUTAGE, Effect.RELEASE),

	/**
	 * Commands reach Redis long after the client has closed the connection.
	 */
	LATE_DELIVERY(FaultTarget.CLIENT, 4, Effect.LOSS, Effect.ORDER, Effect.OUTAGE, Effect.RELEASE),

	/**
	 * Messages on the push connection are thrown away.
	 */
	LOST_PUSH(FaultTarget.CLIENT, 6, Effect.ORDER),

	/**
	 * The connection of a client for messages is cut; that for commands goes on.
	 */
	MESSAGES_CUT(FaultTarget.CLIENT, 0, Effect.ORDER),

	/**
	 * A client gets no other connection, or one that does not answer, while messages on
	 * the one that it has are thrown away for a while. What stands goes on.
	 */
	NO_NEW_CONNECTION(FaultTarget.CLIENT, 3, Effect.LOSS, Effect.ORDER, Effect.OUTAGE, Effect.RELEASE),

	/**
	 * A client may not subscribe: it has commands and no messages.
	 */
	NO_SUBSCRIPTION(FaultTarget.CLIENT, 2, Effect.ORDER),

	/**
	 * A client may not publish, or use no channel at all: whom it hands a lock to is not
	 * told, also if that is another client.
	 */
	NO_PUBLISH(FaultTarget.CLIENT, 2, Effect.ORDER, Effect.ORDER_OF_OTHERS),

	/**
	 * A client may not run scripts, or not read in them: it has messages and no commands.
	 */
	NO_RIGHT(FaultTarget.CLIENT, 2, Effect.LOSS, Effect.ORDER, Effect.OUTAGE, Effect.RELEASE, Effect.LEASE_STAYS),

	/**
	 * A round trip of a client takes 150 ms, for a whole run.
	 */
	SLOW_NETWORK(FaultTarget.CLIENT, 0),

	/**
	 * A client process is stopped for longer than its leases.
	 */
	PAUSED_CLIENT(FaultTarget.CLIENT, 3, Effect.LOSS, Effect.ORDER, Effect.OUTAGE, Effect.RELEASE),

	/**
	 * A client process is killed.
	 */
	KILLED_CLIENT(FaultTarget.CLIENT, 1, Effect.LOSS, Effect.ORDER, Effect.OUTAGE, Effect.RELEASE, Effect.LEASE_STAYS),

	/**
	 * A client stops its engine and starts it again, on a thread that is interrupted.
	 */
	STOPPED_ENGINE(FaultTarget.CLIENT, 1, Effect.LOSS, Effect.ORDER, Effect.OUTAGE, Effect.RELEASE, Effect.LEASE_STAYS),

	/**
	 * The wall clock of a client is set.
	 */
	CLIENT_CLOCK(FaultTarget.CLIENT, 3, Effect.LOSS, Effect.ORDER, Effect.OUTAGE),

	/**
	 * Redis forgets the scripts.
	 */
	SCRIPT_FLUSH(FaultTarget.SERVER, 5),

	/**
	 * Redis closes all connections.
	 */
	KILLED_CONNECTIONS(FaultTarget.SERVER, 3, Effect.ORDER, Effect.OUTAGE, Effect.RELEASE),

	/**
	 * Redis closes all connections and has no room for new ones.
	 */
	REFUSED_CONNECTIONS(FaultTarget.SERVER, 2, Effect.LOSS, Effect.ORDER, Effect.OUTAGE, Effect.RELEASE),

	/**
	 * Redis misses the replicas without which it refuses writes.
	 */
	FEW_REPLICAS(FaultTarget.SERVER, 2, Effect.LOSS, Effect.ORDER, Effect.OUTAGE, Effect.RELEASE),

	/**
	 * Redis is killed and comes back empty.
	 */
	RESTART(FaultTarget.SERVER, 2, Effect.LOSS, Effect.ORDER, Effect.OUTAGE, Effect.RELEASE),

	/**
	 * Redis has no memory for writes. A held lock is renewed and released all the same.
	 */
	FULL_MEMORY(FaultTarget.SERVER, 3, Effect.ORDER, Effect.OUTAGE),

	/**
	 * Redis is stopped for a while.
	 */
	PAUSED_REDIS(FaultTarget.SERVER, 2, Effect.LOSS, Effect.ORDER, Effect.OUTAGE, Effect.RELEASE),

	/**
	 * The server's wall clock is set.
	 */
	SERVER_CLOCK(FaultTarget.SERVER, 2, Effect.LOSS, Effect.ORDER, Effect.OUTAGE),

	/**
	 * The connections of a client to one of several masters are cut.
	 */
	LINK_CUT(FaultTarget.LINK, 3, Effect.LOSS, Effect.ORDER, Effect.OUTAGE, Effect.RELEASE),

	/**
	 * The replies of one of several masters to a client are thrown away, then the
	 * connections break.
	 */
	LINK_DROPPED(FaultTarget.LINK, 3, Effect.LOSS, Effect.ORDER, Effect.OUTAGE, Effect.RELEASE),

	/**
	 * Nothing gets through between a client and one of several masters; what was sent
	 * arrives later.
	 */
	LINK_HELD(FaultTarget.LINK, 3, Effect.LOSS, Effect.ORDER, Effect.OUTAGE, Effect.RELEASE),

	/**
	 * One of several masters is stopped for a while.
	 */
	MASTER_PAUSED(FaultTarget.MASTER, 3, Effect.LOSS, Effect.ORDER, Effect.OUTAGE, Effect.RELEASE),

	/**
	 * One of several masters, or two after each other, are killed and come back empty.
	 * They do not count for a while.
	 */
	MASTER_RESTARTED(FaultTarget.MASTER, 3, Effect.LOSS, Effect.ORDER, Effect.OUTAGE, Effect.RELEASE),

	/**
	 * Most of several masters are stopped for a while.
	 */
	MAJORITY_PAUSED(FaultTarget.MASTER, 1, Effect.LOSS, Effect.ORDER, Effect.OUTAGE, Effect.RELEASE),

	/**
	 * Most of several masters are killed and come back empty, when all count again that
	 * were started before. They do not count for a while.
	 */
	MAJORITY_RESTARTED(FaultTarget.MASTER, 1, Effect.LOSS, Effect.ORDER, Effect.OUTAGE, Effect.RELEASE),

	/**
	 * The name of one of several masters leads to another one of them for a while, and
	 * the rest is stopped: one master has two names of three, and no other can be asked.
	 */
	MASTER_TWICE(FaultTarget.MASTER, 1, Effect.LOSS, Effect.ORDER, Effect.OUTAGE, Effect.RELEASE),

	/**
	 * A part of what was done to most of several masters: fewer than a majority could be
	 * asked by anybody, from its begin to its end.
	 */
	MINORITY(FaultTarget.MASTER, 0),

	/**
	 * A master of a cluster is killed, and its replica promoted, which may have been cut
	 * off before.
	 */
	NODE_KILLED(FaultTarget.NODE, 2, Effect.LOSS, Effect.ORDER, Effect.OUTAGE, Effect.RELEASE),

	/**
	 * A master of a cluster is stopped until its replica is promoted, and goes on.
	 */
	NODE_PAUSED(FaultTarget.NODE, 1, Effect.LOSS, Effect.ORDER, Effect.OUTAGE, Effect.RELEASE),

	/**
	 * A replica takes the place of its master, which knows of it.
	 */
	NODE_REPLACED(FaultTarget.NODE, 1, Effect.LOSS, Effect.ORDER, Effect.OUTAGE, Effect.RELEASE),

	/**
	 * A slot is moved to another master of a cluster, which may have forgotten the
	 * scripts.
	 */
	SLOT_MOVED(FaultTarget.NODE, 6),

	/**
	 * Sentinel is asked to make the replica the master. The former one stays healthy, and
	 * takes commands for some ten seconds. Nobody loses what both know.
	 */
	SWITCHED(FaultTarget.WATCHED, 2, Effect.ORDER, Effect.OUTAGE, Effect.RELEASE),

	/**
	 * A master that Sentinel watches is killed. It comes back empty when its replica has
	 * taken its place, and calls itself a master for some ten seconds.
	 */
	SWITCHED_DEAD(FaultTarget.WATCHED, 1, Effect.LOSS, Effect.ORDER, Effect.OUTAGE, Effect.RELEASE),

	/**
	 * A master that Sentinel watches is stopped until its replica has taken its place. It
	 * goes on, and takes commands for some ten seconds.
	 */
	SWITCHED_HANGING(FaultTarget.WATCHED, 1, Effect.LOSS, Effect.ORDER, Effect.OUTAGE, Effect.RELEASE),

	/**
	 * A master that Sentinel watches closes the connections of one client, while another
	 * one takes its place.
	 */
	CONNECTIONS_CUT(FaultTarget.WATCHED, 0, Effect.ORDER, Effect.OUTAGE, Effect.RELEASE),

	/**
	 * A database ends the connections of the locks, or only those on which it tells.
	 */
	BACKENDS_KILLED(FaultTarget.DATABASE, 4, Effect.ORDER, Effect.OUTAGE, Effect.RELEASE),

	/**
	 * A database is stopped for a while.
	 */
	DATABASE_PAUSED(FaultTarget.DATABASE, 2, Effect.LOSS, Effect.ORDER, Effect.OUTAGE, Effect.RELEASE),

	/**
	 * A database is killed and started again. It may have forgotten releases.
	 */
	DATABASE_CRASHED(FaultTarget.DATABASE, 2, Effect.LOSS, Effect.ORDER, Effect.OUTAGE, Effect.RELEASE,
			Effect.LEASE_STAYS),

	/**
	 * A database writes nothing, as a standby.
	 */
	DATABASE_READS_ONLY(FaultTarget.DATABASE, 2, Effect.LOSS, Effect.ORDER, Effect.OUTAGE, Effect.RELEASE),

	/**
	 * A database ends the connections of one client and has no room for new ones.
	 */
	DATABASE_FULL(FaultTarget.DATABASE, 2, Effect.LOSS, Effect.ORDER, Effect.OUTAGE, Effect.RELEASE),

	/**
	 * The standby of a database takes its place, and may not have heard all of it.
	 * Releases may be forgotten.
	 */
	STANDBY_PROMOTED(FaultTarget.DATABASE, 3, Effect.LOSS, Effect.ORDER, Effect.OUTAGE, Effect.RELEASE,
			Effect.LEASE_STAYS),

	/**
	 * The server that leads an ensemble is killed, and comes back later.
	 */
	LEADER_KILLED(FaultTarget.ENSEMBLE, 2, Effect.LOSS, Effect.ORDER, Effect.OUTAGE, Effect.RELEASE),

	/**
	 * Most servers of an ensemble are killed, and come back later.
	 */
	NO_MAJORITY(FaultTarget.ENSEMBLE, 1, Effect.LOSS, Effect.ORDER, Effect.OUTAGE, Effect.RELEASE),

	/**
	 * The session of a client is ended, as if nothing had been heard of it.
	 */
	SESSION_ENDED(FaultTarget.ENSEMBLE, 1, Effect.LOSS, Effect.ORDER, Effect.OUTAGE, Effect.RELEASE),

	/**
	 * The member of etcd, or server of Consul, that leads is stopped for longer than an
	 * election, and resumes.
	 */
	LEADER_PAUSED(FaultTarget.MEMBER, 2, Effect.LOSS, Effect.ORDER, Effect.OUTAGE, Effect.RELEASE),

	/**
	 * The history of etcd is compacted again and again: who has missed a change is not
	 * told of it any more.
	 */
	HISTORY_COMPACTED(FaultTarget.MEMBER, 3),

	/**
	 * A server of Consul that does not lead is killed and deregistered, and starts again
	 * later. All sessions of its node end, and no session of a client may be among them.
	 */
	AGENT_GONE(FaultTarget.MEMBER, 2, Effect.ORDER, Effect.OUTAGE, Effect.RELEASE);

	/**
	 * The kinds that may also last for a whole run of one client.
	 */
	public static final Set<FaultKind> LASTING = Collections
		.unmodifiableSet(EnumSet.of(NO_SUBSCRIPTION, NO_RIGHT, LOST_PUSH, SLOW_NETWORK));

	private final FaultTarget target;

	private final int weight;

	private final Set<Effect> effects;

	FaultKind(FaultTarget target, int weight, Effect... effects) {
		this.target = target;
		this.weight = weight;
		this.effects = EnumSet.noneOf(Effect.class);
		this.effects.addAll(Set.of(effects));
	}

	/**
	 * Each kind of some that hits a target, as often as its weight says: to choose one.
	 * @param kinds some kinds
	 * @param target whom they hit
	 * @return the kinds to choose from
	 */
	public static List<FaultKind> choices(Set<FaultKind> kinds, FaultTarget target) {
		return kinds.stream()
			.filter((kind) -> kind.target == target)
			.flatMap((kind) -> Collections.nCopies(kind.weight, kind).stream())
			.toList();
	}

	/**
	 * Whether the fault may have that effect on whom it hits.
	 * @param effect the effect
	 * @return whether a caller may notice it
	 */
	public boolean excuses(Effect effect) {
		return this.effects.contains(effect);
	}

	/**
	 * What may be noticed of a fault.
	 */
	public enum Effect {

		/**
		 * A lease that is renewed is lost.
		 */
		LOSS,

		/**
		 * A waiter is overtaken.
		 */
		ORDER,

		/**
		 * A waiter of a client that the fault does not hit is overtaken.
		 */
		ORDER_OF_OTHERS,

		/**
		 * Redis cannot be reached, answers take longer, a wait is over late.
		 */
		OUTAGE,

		/**
		 * A release does not reach Redis before it is over.
		 */
		RELEASE,

		/**
		 * Nobody is left to release: a lock stays taken until its lease ends.
		 */
		LEASE_STAYS

	}

}
