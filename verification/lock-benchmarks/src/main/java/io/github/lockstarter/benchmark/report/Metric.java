package io.github.lockstarter.benchmark.report;

/**
 * What is measured.
 */
public enum Metric {

	/**
	 * Pairs of acquire and release per second, of all threads.
	 */
	THROUGHPUT("throughput", "pairs/s"),

	/**
	 * The median time of a pair.
	 */
	MEDIAN("median latency", "us"),

	/**
	 * The 99th percentile of what the workload times.
	 */
	P99("99th percentile", "us"),

	/**
	 * The longest pair: as good as the longest wait, because the work is nothing.
	 */
	LONGEST("longest pair", "ms"),

	/**
	 * Jain's index over the pairs of all threads: one is best.
	 */
	FAIRNESS("fairness", "Jain"),

	/**
	 * What the client sends.
	 */
	REQUESTS_PER_PAIR("requests", "per pair"),

	/**
	 * What Redis runs, the commands inside scripts included.
	 */
	COMMANDS_PER_PAIR("commands in Redis", "per pair"),

	/**
	 * CPU time of Redis.
	 */
	REDIS_CPU_PER_PAIR("Redis CPU", "us/pair"),

	/**
	 * Bytes to and from Redis.
	 */
	BYTES_PER_PAIR("bytes both ways", "B/pair"),

	/**
	 * What the client asks of a database, the begin and the end of transactions included.
	 */
	STATEMENTS_PER_PAIR("statements", "per pair"),

	/**
	 * Bytes allocated by all threads of the JVM.
	 */
	ALLOCATED_PER_PAIR("allocated by all threads", "B/pair"),

	/**
	 * Bytes allocated by the thread that acquires.
	 */
	ALLOCATED_BY_CALLER("allocated by the caller", "B/pair"),

	/**
	 * Bytes allocated by a call.
	 */
	ALLOCATED_PER_CALL("allocated", "B/call"),

	/**
	 * How often a thread of the JVM was woken.
	 */
	WAKE_UPS_PER_PAIR("wake-ups", "per pair"),

	/**
	 * Connections of one application instance.
	 */
	CONNECTIONS("connections", "of an instance"),

	/**
	 * From the release call to the return of the next holder, in another JVM.
	 */
	HAND_OVER("hand-over", "us"),

	/**
	 * From the release call to the entry of the last of those who may be inside together.
	 */
	LAST_IN("last one in", "us"),

	/**
	 * The same in round trips of a PING, which nobody else waits for.
	 */
	LAST_IN_ROUND_TRIPS("last one in", "round trips"),

	/**
	 * What the clients send while nothing happens.
	 */
	REQUESTS_PER_SECOND("requests", "per s"),

	/**
	 * What Redis runs while nothing happens.
	 */
	COMMANDS_PER_SECOND("commands in Redis", "per s"),

	/**
	 * CPU time of Redis while nothing happens.
	 */
	REDIS_CPU_PER_SECOND("Redis CPU", "us/s"),

	/**
	 * CPU time of the JVM while nothing happens.
	 */
	JVM_CPU_PER_SECOND("JVM CPU", "us/s"),

	/**
	 * What a database is asked while nothing happens.
	 */
	STATEMENTS_PER_SECOND("statements", "per s"),

	/**
	 * What Redis keeps for a lock.
	 */
	MEMORY_PER_LOCK("memory in Redis", "B/lock"),

	/**
	 * How many names Redis has at once, those among them that it has not yet removed.
	 */
	NAMES_KEPT("names in Redis", "names"),

	/**
	 * The same as a part of the names of one retention.
	 */
	NAMES_KEPT_OF_COMPUTED("names in Redis", "of rate x retention"),

	/**
	 * What those of a million names a minute take, computed from what one takes.
	 */
	MEMORY_OF_A_MILLION("a million names a minute", "MB"),

	/**
	 * The time of a call.
	 */
	COST("cost of a call", "us"),

	/**
	 * What the annotation adds to the template.
	 */
	DIFFERENCE("annotation minus template", "us"),

	/**
	 * What a PING takes.
	 */
	ROUND_TRIP("round trip of a PING", "us"),

	/**
	 * The median time of a pair, in such round trips.
	 */
	ROUND_TRIPS_PER_PAIR("median latency in round trips", "per pair"),

	/**
	 * Entries that needed a second round of questions to the masters of a quorum, to
	 * store a larger token.
	 */
	SECOND_ROUNDS("second rounds", "% of entries"),

	/**
	 * Entries that had got less than a majority before, and had given it up.
	 */
	STEPPED_BACK("stepped back before", "% of entries"),

	/**
	 * How often another caller was inside while the first one still was.
	 */
	TWO_INSIDE("two inside", "holds"),

	/**
	 * For how long two were inside.
	 */
	OVERLAP("two inside for", "ms"),

	/**
	 * From a fault to the end of the leader's work; after a pause, from its end.
	 */
	TO_REVOKED("to revoked", "ms"),

	/**
	 * From a fault to the next leader.
	 */
	TO_GRANTED("to the next granted", "ms"),

	/**
	 * For how long two instances worked as the leader, as seen from outside.
	 */
	TWO_LEADERS("two leaders for", "ms"),

	/**
	 * How busy the compilers of the JVMs were: what they take, the lock has not.
	 */
	COMPILERS("compilers busy", "% of a processor"),

	/**
	 * How much of a processor Redis used.
	 */
	REDIS_BUSY("Redis busy", "% of a core"),

	/**
	 * What one processor of Redis could do, by what a pair costs it.
	 */
	PAIRS_OF_A_CORE("a full core of Redis", "pairs/s"),

	/**
	 * The time until all waiters have been inside, divided by their number.
	 */
	TIME_PER_WAITER("time", "us/waiter"),

	/**
	 * CPU time of Redis, divided by the number of waiters.
	 */
	REDIS_CPU_PER_WAITER("Redis CPU", "us/waiter"),

	/**
	 * What Redis keeps for each waiter in a queue, and for its lock.
	 */
	MEMORY_PER_WAITER("memory in Redis", "B/waiter");

	private final String title;

	private final String unit;

	Metric(String title, String unit) {
		this.title = title;
		this.unit = unit;
	}

	/**
	 * What it is called.
	 * @return a few words
	 */
	public String title() {
		return this.title;
	}

	/**
	 * Its unit.
	 * @return the unit
	 */
	public String unit() {
		return this.unit;
	}

}
