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
			new Target("16 threads, one key: throughput, of a fair ReentrantLock", true, 0.5,
					ratio("one-key", "starter", "reentrant-fair", Metric.THROUGHPUT)),
			new Target("4 JVMs, one key: throughput, of Redisson", true, 10,
					ratio("jvms", "starter", "redisson", Metric.THROUGHPUT)),
			new Target("4 JVMs, one key: throughput, of the best of the others", true, 2, Targets::ofBestOther),
			new Target("4 JVMs, one key, fair: throughput, of Redisson's fair lock", true, 3,
					ratio("jvms", "starter-fair", "redisson-fair", Metric.THROUGHPUT)),
			new Target("hand-over: median, of Redisson", false, 0.5,
					ratio("hand-over", "starter", "redisson", Metric.HAND_OVER)),
			new Target("200 waiters: requests per second and JVM", false, 1,
					value("waiters", "starter", Metric.REQUESTS_PER_SECOND)),
			new Target("10,000 held locks: Redis CPU, of Redisson", false, 1,
					ratio("held", "starter", "redisson", Metric.REDIS_CPU_PER_SECOND)),
			new Target("10,000 held locks: JVM CPU, of Redisson", false, 1,
					ratio("held", "starter", "redisson", Metric.JVM_CPU_PER_SECOND)),
			new Target("annotation: microseconds over the template, without network", false, 3,
					(results) -> results.median("annotation", "no network", "annotation", Metric.DIFFERENCE)));

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
		return (results) -> quotient(results.median(workload, NONE, contender, metric),
				results.median(workload, NONE, other, metric));
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
