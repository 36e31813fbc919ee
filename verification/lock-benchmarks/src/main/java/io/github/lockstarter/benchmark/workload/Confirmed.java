package io.github.lockstarter.benchmark.workload;

import java.util.List;

import io.github.lockstarter.benchmark.jvm.Load;
import io.github.lockstarter.benchmark.jvm.LoadResult;
import io.github.lockstarter.benchmark.report.Metric;
import io.github.lockstarter.benchmark.server.RedisGroup;

/**
 * A grant that a replica has to confirm, beside one that counts at once, on the same
 * master with the same replica.
 */
final class Confirmed implements Workload {

	private static final List<Integer> THREADS = List.of(1, 16);

	@Override
	public String name() {
		return "confirmed";
	}

	@Override
	public String title() {
		return "grants that one replica of one has confirmed, each thread on its own key";
	}

	@Override
	public void measure(Run run) throws Exception {
		try (RedisGroup servers = RedisGroup.replicated();
				Contest contest = new Contest(servers.endpoint(), List.of("starter", "starter-confirmed"))) {
			contest.rounds(run, "with and without", (name, contender, warmUp) -> {
				for (int threads : THREADS) {
					LoadResult result = new Load(contender, Thread::new).run(threads, (thread) -> () -> "key:" + thread,
							run.choose(1.5, 0.5));
					if (!warmUp) {
						String setting = "threads: " + threads;
						run.add(setting, name, Metric.THROUGHPUT, result.pairsPerSecond());
						run.add(setting, name, Metric.MEDIAN, result.medianMicros());
						run.add(setting, name, Metric.P99, result.p99Micros());
					}
				}
			});
		}
	}

}
