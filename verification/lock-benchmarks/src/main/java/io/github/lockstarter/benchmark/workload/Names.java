package io.github.lockstarter.benchmark.workload;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

import io.github.lockstarter.benchmark.jvm.Load;
import io.github.lockstarter.benchmark.report.Metric;
import io.github.lockstarter.benchmark.server.MeasuredRedis;
import io.github.lockstarter.benchmark.server.Usage;
import io.github.lockstarter.benchmark.simulation.NameStream;
import io.github.lockstarter.benchmark.simulation.Protocol;

/**
 * One lock name after the other: what it costs that a lock is remembered which nobody
 * has. Each row has a Redis of its own, so that none removes what another one left.
 */
final class Names implements Workload {

	private static final int THREADS = 16;

	/**
	 * For names that are to stay.
	 */
	private static final Duration FOR_LONG = Duration.ofHours(1);

	private static final Duration SHORTEST = Duration.ofSeconds(1);

	@Override
	public String name() {
		return "names";
	}

	@Override
	public String title() {
		return "one lock name after the other, as fast as Redis can be asked, and what stays of them";
	}

	@Override
	public void measure(Run run) throws Exception {
		threads(run);
		pairs(run, run.choose(1_000_000, 50_000));
		for (Duration retention : run.choose(List.of(SHORTEST, Duration.ofSeconds(10), Duration.ofMinutes(1)),
				List.of(SHORTEST, Duration.ofSeconds(5)))) {
			memory(run, retention);
		}
	}

	/**
	 * Applications, with a name for each thread or for each pair.
	 */
	private static void threads(Run run) throws Exception {
		AtomicLong next = new AtomicLong();
		try (Contest contest = new Contest(run.endpoint(), List.of("floor", "starter", "redisson"))) {
			contest.rounds(run, THREADS + " threads", (name, contender, warmUp) -> {
				for (boolean once : new boolean[] { false, true }) {
					Usage before = run.redis().usage();
					double pairs = new Load(contender, Thread::new)
						.run(THREADS, (thread) -> () -> once ? "order:" + next.incrementAndGet() : "thread:" + thread,
								run.choose(1.5, 0.5))
						.counts()
						.stream()
						.mapToDouble(Double::doubleValue)
						.sum();
					if (!warmUp) {
						add(run, THREADS + " threads: " + (once ? "each name once" : "a name each"), name, pairs,
								run.redis().usage().since(before));
					}
				}
			});
		}
	}

	/**
	 * Pairs of one connection, on ever more names that are remembered.
	 */
	private static void pairs(Run run, int remembered) throws Exception {
		List<Row> rows = new ArrayList<>();
		try {
			rows.add(Row.ofFewNames("floor: the same names", Protocol.FLOOR));
			rows.add(Row.ofNewNames("floor: new names", Protocol.FLOOR, FOR_LONG));
			rows.add(Row.ofFewNames("starter: the same names", Protocol.STARTER));
			rows.add(Row.ofNewNames("starter: new names", Protocol.STARTER, FOR_LONG));
			rows.add(Row.ofNewNames("starter: new names for 1 s", Protocol.STARTER, SHORTEST));
			Row full = Row.ofNewNames("starter: new names beside %d".formatted(remembered), Protocol.STARTER, FOR_LONG);
			rows.add(full);
			run.progress(remembered + " names");
			full.stream().take(remembered);
			for (int round = 0; round <= run.rounds(); round++) {
				run.progress("pairs, round " + round + " of " + run.rounds());
				for (Row row : rows) {
					// as many names are over as come
					row.stream().run(1.5 * SHORTEST.toMillis() / 1e3);
					Usage before = row.redis().usage();
					long pairs = row.stream().run(run.choose(2.0, 0.7));
					if (round > 0) {
						add(run, "one connection", row.name(), pairs, row.redis().usage().since(before));
					}
				}
			}
		}
		finally {
			rows.forEach(Row::close);
		}
	}

	private static void add(Run run, String setting, String row, double pairs, Usage used) {
		run.add(setting, row, Metric.THROUGHPUT, pairs / used.seconds());
		run.add(setting, row, Metric.REDIS_CPU_PER_PAIR, used.cpuMicros() / pairs);
	}

	/**
	 * What Redis keeps, and what a pair costs it, when as many names are over as come.
	 */
	private static void memory(Run run, Duration retention) throws Exception {
		String name = "fence-retention " + retention.toSeconds() + " s";
		run.progress(name);
		try (Row row = Row.ofNewNames(name, Protocol.STARTER, retention)) {
			row.stream().take(1);
			long before = row.redis().memory();
			row.stream().run(retention.toMillis() / 1e3 + 1);
			for (int look = 0; look < run.choose(3, 2); look++) {
				Usage earlier = row.redis().usage();
				long pairs = row.stream().run(retention.toMillis() / 1e3);
				Usage used = row.redis().usage().since(earlier);
				long kept = row.redis().keys();
				double bytes = (row.redis().memory() - before) / (double) kept;
				double ofComputed = kept * used.seconds() / (pairs * retention.toSeconds());
				add(run, "steady", name, pairs, used);
				run.add("steady", name, Metric.NAMES_KEPT, kept);
				run.add("steady", name, Metric.NAMES_KEPT_OF_COMPUTED, ofComputed);
				run.add("steady", name, Metric.MEMORY_PER_LOCK, bytes);
				run.add("steady", name, Metric.MEMORY_OF_A_MILLION,
						bytes * ofComputed * retention.toSeconds() / Duration.ofMinutes(1).toSeconds());
			}
		}
	}

	/**
	 * An application with a Redis of its own.
	 */
	private record Row(String name, MeasuredRedis redis, NameStream stream) implements AutoCloseable {

		static Row ofNewNames(String name, Protocol protocol, Duration retention) {
			MeasuredRedis redis = MeasuredRedis.start();
			return new Row(name, redis, NameStream.ofNewNames(redis.endpoint(), protocol, retention));
		}

		static Row ofFewNames(String name, Protocol protocol) {
			MeasuredRedis redis = MeasuredRedis.start();
			return new Row(name, redis, NameStream.ofFewNames(redis.endpoint(), protocol, FOR_LONG));
		}

		@Override
		public void close() {
			this.stream.close();
			this.redis.close();
		}

	}

}
