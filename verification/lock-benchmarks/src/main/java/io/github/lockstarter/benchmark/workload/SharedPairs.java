package io.github.lockstarter.benchmark.workload;

import java.util.List;
import java.util.Set;

import io.github.lockstarter.benchmark.jvm.Load;
import io.github.lockstarter.benchmark.jvm.LoadResult;
import io.github.lockstarter.benchmark.report.Metric;
import io.github.lockstarter.benchmark.server.RequestCount;
import io.github.lockstarter.benchmark.server.Usage;

/**
 * One thread, one key, nobody else: what a pair costs a reader and who has a permit,
 * beside one who has the lock alone.
 */
final class SharedPairs implements Workload {

	private static final List<String> CONTENDERS = List.of("starter", "starter-read", "starter-permits", "redisson",
			"redisson-read", "redisson-permits");

	private static final int COUNTED_PAIRS = 100;

	@Override
	public String name() {
		return "modes";
	}

	@Override
	public String title() {
		return "one thread on one key that nobody else wants: alone, to read, with one of 3 permits";
	}

	@Override
	public void measure(Run run) throws Exception {
		try (Contest contest = new Contest(run.endpoint(), CONTENDERS)) {
			contest.rounds(run, "one thread", (name, contender, warmUp) -> {
				Usage redis = run.redis().usage();
				LoadResult result = new Load(contender, Thread::new).run(1, (thread) -> () -> key(name),
						run.choose(warmUp ? 2.0 : 1.0, 0.3));
				Usage used = run.redis().usage().since(redis);
				if (!warmUp) {
					run.add("", name, Metric.THROUGHPUT, result.pairsPerSecond());
					run.add("", name, Metric.MEDIAN, result.medianMicros());
					run.add("", name, Metric.P99, result.p99Micros());
					run.add("", name, Metric.REDIS_CPU_PER_PAIR, used.cpuMicros() / result.counts().get(0));
				}
			});
			contest.once((name, contender) -> {
				try (RequestCount count = run.redis().countRequests(Set.of())) {
					for (int i = 0; i < COUNTED_PAIRS; i++) {
						contender.locked(key(name), () -> {
						});
					}
					count.stop();
					run.add("", name, Metric.REQUESTS_PER_PAIR, count.requests() / (double) COUNTED_PAIRS);
					run.add("", name, Metric.COMMANDS_PER_PAIR, count.commands() / (double) COUNTED_PAIRS);
				}
			});
		}
	}

	// Nobody finds what another kind has left
	private static String key(String contender) {
		return "pair:" + contender;
	}

}
