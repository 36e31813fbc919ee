package io.github.lockstarter.proof.workload;

import java.util.Map;

import io.github.lockstarter.proof.checker.Bounds;

/**
 * What the clients keep their locks in.
 */
public enum Servers {

	/**
	 * One Redis.
	 */
	ONE,

	/**
	 * One Redis, and so much time for everything that a busy machine misses nothing.
	 */
	UNHURRIED,

	/**
	 * One Redis that grants nothing for a lease after its start.
	 */
	DELAYED,

	/**
	 * Several masters that know nothing of each other.
	 */
	QUORUM,

	/**
	 * The same in the middle of a deployment that changes the lease time: one of the
	 * instances has a longer one.
	 */
	ROLLING,

	/**
	 * A Redis Cluster.
	 */
	CLUSTER,

	/**
	 * A Redis Cluster in which each lease has to be confirmed by one replica.
	 */
	CONFIRMED,

	/**
	 * A master with a replica, of which Sentinels say which one is which.
	 */
	SENTINEL,

	/**
	 * A PostgreSQL.
	 */
	DATABASE,

	/**
	 * A PostgreSQL behind a PgBouncer that shares its connections.
	 */
	POOLED_DATABASE,

	/**
	 * A PostgreSQL with a standby that may not have heard all of it.
	 */
	ASYNCHRONOUS_STANDBY,

	/**
	 * A PostgreSQL in which no commit is answered that its standby has not written.
	 */
	SYNCHRONOUS_STANDBY,

	/**
	 * Three servers of ZooKeeper.
	 */
	ENSEMBLE,

	/**
	 * Three members of etcd.
	 */
	ETCD,

	/**
	 * Three servers of Consul.
	 */
	CONSUL;

	/**
	 * One tick of ZooKeeper, in milliseconds; as long as etcd waits for its leader.
	 */
	public static final int TICK_MILLIS = 1_000;

	/**
	 * What the places of clients begin with that only hold and wait.
	 */
	public static final String CALM_PLACES = "calm";

	private static final String FIRST_PLACE = "client0";

	/**
	 * What words of a command line name: store, quorum, rolling, cluster, min-replicas,
	 * sentinel, restart-delay, unhurried; standby or pooler of the store jdbc.
	 * @param words the words and their values
	 * @return what clients keep their locks in; one Redis if no word names it
	 */
	public static Servers of(Map<String, String> words) {
		String store = words.getOrDefault("store", "redis");
		if (!store.equals("redis")) {
			return switch (store) {
				case "jdbc" -> database(words);
				case "zookeeper" -> ENSEMBLE;
				case "etcd" -> ETCD;
				case "consul" -> CONSUL;
				default -> throw new IllegalArgumentException("No store " + store);
			};
		}
		if (words.containsKey("quorum")) {
			return words.containsKey("rolling") ? ROLLING : QUORUM;
		}
		if (words.containsKey("cluster")) {
			return words.getOrDefault("min-replicas", "0").equals("0") ? CLUSTER : CONFIRMED;
		}
		if (words.containsKey("sentinel")) {
			return SENTINEL;
		}
		if (words.containsKey("restart-delay")) {
			return DELAYED;
		}
		return words.containsKey("unhurried") ? UNHURRIED : ONE;
	}

	private static Servers database(Map<String, String> words) {
		String standby = words.getOrDefault("standby", "none");
		return switch (standby) {
			case "none" -> words.containsKey("pooler") ? POOLED_DATABASE : DATABASE;
			case "asynchronous" -> ASYNCHRONOUS_STANDBY;
			case "synchronous" -> SYNCHRONOUS_STANDBY;
			default -> throw new IllegalArgumentException("No standby " + standby);
		};
	}

	/**
	 * How many masters such words ask for.
	 * @param words the words and their values
	 * @return the number, three if they do not say it
	 */
	public static int masters(Map<String, String> words) {
		String number = words.getOrDefault("quorum", words.getOrDefault("cluster", ""));
		return number.isEmpty() ? 3 : Integer.parseInt(number);
	}

	/**
	 * The words that name it, as {@link #of} reads them.
	 * @param masters how many masters it has
	 * @return the words, empty for one Redis
	 */
	public String words(int masters) {
		return switch (this) {
			case ONE -> "";
			case UNHURRIED -> "unhurried";
			case DELAYED -> "restart-delay";
			case QUORUM -> "quorum=" + masters;
			case ROLLING -> "quorum=" + masters + " rolling";
			case CLUSTER -> "cluster=" + masters;
			case CONFIRMED -> "cluster=" + masters + " min-replicas=1";
			case SENTINEL -> "sentinel";
			case DATABASE -> "store=jdbc";
			case POOLED_DATABASE -> "store=jdbc pooler";
			case ASYNCHRONOUS_STANDBY -> "store=jdbc standby=asynchronous";
			case SYNCHRONOUS_STANDBY -> "store=jdbc standby=synchronous";
			case ENSEMBLE -> "store=zookeeper";
			case ETCD -> "store=etcd";
			case CONSUL -> "store=consul";
		};
	}

	/**
	 * Whether it is one Redis.
	 * @return whether it is
	 */
	public boolean isOneRedis() {
		return this == ONE || this == UNHURRIED || this == DELAYED;
	}

	/**
	 * Whether it is a PostgreSQL.
	 * @return whether it is, alone or not
	 */
	public boolean isDatabase() {
		return this == DATABASE || this == POOLED_DATABASE || this == ASYNCHRONOUS_STANDBY
				|| this == SYNCHRONOUS_STANDBY;
	}

	/**
	 * Whether it is a Redis Cluster.
	 * @return whether it is
	 */
	public boolean isCluster() {
		return this == CLUSTER || this == CONFIRMED;
	}

	/**
	 * Whether it is several masters that know nothing of each other.
	 * @return whether it is
	 */
	public boolean isQuorum() {
		return this == QUORUM || this == ROLLING;
	}

	/**
	 * Whether a lock ends with the session of its client there.
	 * @return whether it keeps sessions
	 */
	public boolean keepsSessions() {
		return this == ENSEMBLE || this == ETCD || this == CONSUL;
	}

	/**
	 * Whether a server does not count for a lease after its start.
	 * @return whether there is such a delay
	 */
	public boolean isDelayed() {
		return this == DELAYED || isQuorum();
	}

	/**
	 * The settings of one client.
	 * @param place its place
	 * @return the settings
	 */
	public Timing timing(String place) {
		if (place.startsWith(CALM_PLACES)) {
			return calm();
		}
		return (this == ROLLING && place.startsWith(FIRST_PLACE)) ? Timing.BUSY : busy();
	}

	/**
	 * The settings of busy clients; of those with the longest leases, where they differ.
	 * @return the settings
	 */
	public Timing busy() {
		if (this == UNHURRIED) {
			return Timing.UNHURRIED;
		}
		if (this == ROLLING) {
			return Timing.BUSY_WITH_LONG_LEASES;
		}
		if (this == SENTINEL) {
			return Timing.BUSY_BEHIND_SENTINEL;
		}
		if (isDatabase()) {
			return Timing.BUSY_IN_A_DATABASE;
		}
		if (keepsSessions()) {
			return Timing.BUSY_IN_AN_ENSEMBLE;
		}
		return isCluster() ? Timing.BUSY_IN_A_CLUSTER : Timing.BUSY;
	}

	/**
	 * The settings of clients that only hold and wait.
	 * @return the settings
	 */
	public Timing calm() {
		if (this == UNHURRIED) {
			return Timing.UNHURRIED;
		}
		if (keepsSessions()) {
			return Timing.CALM_IN_AN_ENSEMBLE;
		}
		return isDelayed() ? Timing.CALM_AFTER_A_START : Timing.CALM;
	}

	/**
	 * For how long an ensemble is sure to keep the session of a silent client.
	 * @param timing the settings of the client
	 * @return twice its leases, in milliseconds: none is cut short by a busy machine
	 */
	public static long sessionMillis(Timing timing) {
		return 2 * timing.leaseMillis();
	}

	/**
	 * For how long an ensemble may keep the session of a silent client: Consul keeps it
	 * for twice its TTL.
	 * @param timing the settings of the client
	 * @return the longest time, in milliseconds
	 */
	public long silenceMillis(Timing timing) {
		return ((this == CONSUL) ? 2 : 1) * sessionMillis(timing);
	}

	/**
	 * What the checker has to know of some clients: in an ensemble nothing of a client
	 * that died is over before its session is.
	 * @param timing the settings of the clients
	 * @return the bounds
	 */
	public Bounds bounds(Timing timing) {
		return bounds(timing, timing.bounds());
	}

	/**
	 * The same, with what is known otherwise of the clients.
	 * @param timing the settings of the clients
	 * @param bounds the bounds without sessions
	 * @return the bounds
	 */
	public Bounds bounds(Timing timing, Bounds bounds) {
		return keepsSessions() ? bounds.lease(silenceMillis(timing) + 2 * TICK_MILLIS) : bounds;
	}

}
