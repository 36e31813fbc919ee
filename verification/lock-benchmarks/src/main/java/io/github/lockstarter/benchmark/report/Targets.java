package io.github.lockstarter.benchmark.report;

import java.util.List;
import java.util.OptionalDouble;
import java.util.function.Function;

/**
 * The targets, and the check that says which ones the results do not reach.
 */
public final class Targets {

	private static final String NONE = "";

	// Those that wait in a queue or by polling, and are not ours.
	private static final List<String> OTHERS = List.of("redisson", "redisson-fair", "redisson-spin", "redisson-fenced",
			"registry-pubsub", "registry-spin", "lock4j");

	private static final List<Target> ALL = List.of(
			new Target("uncontended: throughput, of the floor", true, 0.87,
					ratio("uncontended", "starter", "floor", Metric.THROUGHPUT)),
			new Target("uncontended: connections of an instance", false, 2,
					value("uncontended", "starter", Metric.CONNECTIONS)),
			new Target("16 threads, own keys: throughput, of the floor", true, 0.85,
					ratio("own-keys", "starter", "floor", Metric.THROUGHPUT)),
			new Target("16 threads, own keys: throughput, of Redisson", true, 2,
					ratio("own-keys", "starter", "redisson", Metric.THROUGHPUT)),
			new Target("16 threads, one key: throughput, of Redisson", true, 10,
					ratio("one-key", "starter", "redisson", Metric.THROUGHPUT)),
			new Target("16 threads, one key: throughput, of a fair ReentrantLock", true, 0.6,
					ratio("one-key", "starter", "reentrant-fair", Metric.THROUGHPUT)),
			new Target("4 JVMs, one key: throughput, of Redisson", true, 10,
					ratio("jvms", "starter", "redisson", Metric.THROUGHPUT)),
			new Target("4 JVMs, one key: throughput, of the best of the others", true, 2, Targets::ofBestOther),
			new Target("4 JVMs, one key, fair: throughput, of Redisson's fair lock", true, 3,
					ratio("jvms", "starter-fair", "redisson-fair", Metric.THROUGHPUT)),
			new Target("hand-over: median, of Redisson", false, 0.6,
					ratio("hand-over", "starter", "redisson", Metric.HAND_OVER)),
			new Target("1 ms, release sent: median of a pair, of the floor", false, 0.6,
					ratio("delay", "1.0 ms", "starter-sent", "floor", Metric.MEDIAN)),
			new Target("1 ms to Redis and back, hand-over: median, of Redisson", false, 0.55,
					ratio("far", "1.0 ms", "starter", "redisson", Metric.HAND_OVER)),
			new Target("200 waiters: requests per second and JVM", false, 1,
					value("waiters", "starter", Metric.REQUESTS_PER_SECOND)),
			new Target("10,000 held locks: Redis CPU, of Redisson", false, 1.1,
					ratio("held", "starter", "redisson", Metric.REDIS_CPU_PER_SECOND)),
			new Target("10,000 held locks: JVM CPU, of Redisson", false, 1.1,
					ratio("held", "starter", "redisson", Metric.JVM_CPU_PER_SECOND)),
			new Target("annotation: microseconds over the template, without network", false, 3,
					(results) -> results.median("annotation", "no network", "annotation", Metric.DIFFERENCE)),
			new Target("cluster: hand-over, of one Redis", false, 1.15,
					ratio("cluster", "hand-over", "starter-cluster", "starter", Metric.HAND_OVER)),
			new Target("cluster: Redis CPU of a pair, of one Redis", false, 1.6,
					ratio("cluster", "pair", "starter-cluster", "starter", Metric.REDIS_CPU_PER_PAIR)),
			new Target("confirmed by a replica, 16 threads: throughput, of unconfirmed", true, 0.5,
					ratio("confirmed", "threads: 16", "starter-confirmed", "starter", Metric.THROUGHPUT)),
			new Target("quorum: median of a pair, of one Redis", false, 2,
					ratio("quorum", "pair", "starter-quorum", "starter", Metric.MEDIAN)),
			// 6.00: a PING on each connection now and then is counted as well
			new Target("quorum: requests of a pair to three masters", false, 6.005,
					(results) -> results.median("quorum", "pair", "starter-quorum", Metric.REQUESTS_PER_PAIR)),
			new Target("quorum, one of three down: median of a pair, of all up", false, 1.1,
					ratio("quorum", "pair", "starter-quorum (one down)", "starter-quorum", Metric.MEDIAN)),
			new Target("quorum: release to the next entry, of one Redis", false, 3,
					ratio("quorum", "hand-over", "starter-quorum", "starter", Metric.HAND_OVER)),
			new Target("quorum, 4 JVMs on one key: second rounds, % of entries", false, 5,
					(results) -> results.median("quorum", "4 JVMs on one key", "starter-quorum", Metric.SECOND_ROUNDS)),
			new Target("quorum, three masters restarted: holds with two inside", false, 0,
					value("quorum-restarts", "starter-quorum-delayed", Metric.TWO_INSIDE)),
			new Target("100,000 waiters on 10,000 names: time of one, of that of 1,000", false, 1.5,
					growth("waiters", "100000 on 10000 names", "1000 on 100 names", Metric.TIME_PER_WAITER)),
			new Target("1,000 instances: growth of the Redis CPU of a pair, of the floor's", false, 1,
					Targets::growthOfTheFloors),
			new Target("1,000 instances, ten on each name: Redis CPU of a pair, of 10", false, 1.2,
					growth("simulated instances and ten on each name", "1000", "10", Metric.REDIS_CPU_PER_PAIR)),
			new Target("4 JVMs read one key: throughput, of Redisson", true, 3,
					ratio("reads", "starter-read", "redisson-read", Metric.THROUGHPUT)),
			new Target("4 JVMs read one key for 1 ms each: throughput, of Redisson", true, 3,
					ratio("reads", "each stays for 1 ms", "starter-read", "redisson-read", Metric.THROUGHPUT)),
			new Target("200 threads read one key: throughput, of a share for each", true, 10,
					ratio("hot-key", "starter-read", "starter-read-own", Metric.THROUGHPUT)),
			new Target("200 threads read one key for 1 ms each: throughput, of a share for each", true, 10,
					ratio("hot-key", "each stays for 1 ms", "starter-read", "starter-read-own", Metric.THROUGHPUT)),
			new Target("a writer and 64 readers that wait: round trips until all are in", false, 2,
					(results) -> results.median("batch", NONE, "starter-read", Metric.LAST_IN_ROUND_TRIPS)),
			new Target("PostgreSQL: median of a pair, of a row lock by hand", false, 1.2,
					ratio("postgres", "pair", "starter-postgres", "row", Metric.MEDIAN)),
			new Target("PostgreSQL: hand-over of Spring Integration's registry, of ours", true, 10,
					ratio("postgres-turns", "hand-over", "registry-postgres", "starter-postgres", Metric.HAND_OVER)),
			new Target("PostgreSQL: statements of an idle instance per second", false, 2,
					(results) -> results.median("postgres-rest", "an idle instance", "starter-postgres",
							Metric.STATEMENTS_PER_SECOND)),
			new Target("ZooKeeper: median of a pair, of Curator's", false, 1,
					ratio("zookeeper", "pair", "starter-zookeeper", "curator", Metric.MEDIAN)),
			new Target("ZooKeeper: median of a hand-over, of Curator's", false, 1,
					ratio("zookeeper", "hand-over", "starter-zookeeper", "curator", Metric.HAND_OVER)));

	private Targets() {
	}

	/**
	 * Prints what is reached and what falls short.
	 * @param results the results
	 * @return whether nothing that was measured falls short
	 */
	public static boolean check(Results results) {
		ALL.forEach((target) -> System.out.println("  " + target.line(results)));
		return ALL.stream().noneMatch((target) -> target.judge(results) == Target.Verdict.SHORT);
	}

	/**
	 * The lines of the check.
	 */
	static List<String> lines(Results results) {
		return ALL.stream().map((target) -> target.line(results)).toList();
	}

	private static Function<Results, OptionalDouble> value(String workload, String contender, Metric metric) {
		return (results) -> results.median(workload, NONE, contender, metric);
	}

	private static Function<Results, OptionalDouble> ratio(String workload, String contender, String other,
			Metric metric) {
		return ratio(workload, NONE, contender, other, metric);
	}

	private static Function<Results, OptionalDouble> ratio(String workload, String setting, String contender,
			String other, Metric metric) {
		return (results) -> quotient(results.median(workload, setting, contender, metric),
				results.median(workload, setting, other, metric));
	}

	private static Function<Results, OptionalDouble> growth(String setting, String largest, String smallest,
			Metric metric) {
		return ratio("scale", setting, largest, smallest, metric);
	}

	private static OptionalDouble growthOfTheFloors(Results results) {
		Function<String, OptionalDouble> of = (setting) -> growth(setting, "1000", "10", Metric.REDIS_CPU_PER_PAIR)
			.apply(results);
		return quotient(of.apply("simulated instances on their own names"),
				of.apply("simulated instances with SET and DEL on their own names"));
	}

	private static OptionalDouble ofBestOther(Results results) {
		OptionalDouble best = OTHERS.stream()
			.map((other) -> results.median("jvms", NONE, other, Metric.THROUGHPUT))
			.flatMapToDouble(OptionalDouble::stream)
			.max();
		return quotient(results.median("jvms", NONE, "starter", Metric.THROUGHPUT), best);
	}

	private static OptionalDouble quotient(OptionalDouble value, OptionalDouble of) {
		return (value.isPresent() && of.isPresent() && of.getAsDouble() != 0)
				? OptionalDouble.of(value.getAsDouble() / of.getAsDouble()) : OptionalDouble.empty();
	}

}
