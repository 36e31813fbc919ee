package io.github.lockstarter.benchmark.workload;

import java.util.List;
import java.util.Set;

import io.github.lockstarter.benchmark.contender.Contender;
import io.github.lockstarter.benchmark.contender.Contenders;
import io.github.lockstarter.benchmark.jvm.Load;
import io.github.lockstarter.benchmark.jvm.LoadResult;
import io.github.lockstarter.benchmark.report.Metric;
import io.github.lockstarter.benchmark.server.RequestCount;
import io.github.lockstarter.benchmark.server.Usage;

/**
 * One thread, one key, nobody else: what a pair of acquire and release costs.
 */
final class Uncontended implements Workload {

	private static final List<String> CONTENDERS = Contenders.inRedis();

	// Enough to see a command that comes with every tenth pair.
	private static final int COUNTED_PAIRS = 100;

	@Override
	public String name() {
		return "uncontended";
	}

	@Override
	public String title() {
		return "one thread on one key that no other caller wants";
	}

	@Override
	public void measure(Run run) throws Exception {
		for (String name : CONTENDERS) {
			connections(run, name);
		}
		try (Contest contest = new Contest(run.endpoint(), CONTENDERS)) {
			contest.rounds(run, "one thread", (name, contender, warmUp) -> {
				Usage redis = run.redis().usage();
				ThreadUse before = ThreadUse.now();
				LoadResult result = new Load(contender, before::caller).run(1, (thread) -> () -> "uncontended",
						run.choose(warmUp ? 2.0 : 1.0, 0.3));
				ThreadUse threads = ThreadUse.now().since(before);
				Usage used = run.redis().usage().since(redis);
				if (!warmUp) {
					double pairs = result.counts().get(0);
					run.add("", name, Metric.THROUGHPUT, result.pairsPerSecond());
					run.add("", name, Metric.MEDIAN, result.medianMicros());
					run.add("", name, Metric.P99, result.p99Micros());
					run.add("", name, Metric.REDIS_CPU_PER_PAIR, used.cpuMicros() / pairs);
					run.add("", name, Metric.BYTES_PER_PAIR, (used.bytesIn() + used.bytesOut()) / pairs);
					run.add("", name, Metric.ALLOCATED_BY_CALLER, threads.bytesOfCaller() / pairs);
					run.add("", name, Metric.ALLOCATED_PER_PAIR, threads.bytesOfAll() / pairs);
					run.add("", name, Metric.WAKE_UPS_PER_PAIR, threads.wakeUpsOfThreads() / pairs);
				}
			});
			run.progress("counting requests");
			contest.once((name, contender) -> count(run, name, contender));
		}
	}

	private static void connections(Run run, String name) {
		int before = run.redis().connections();
		try (Contender contender = Contenders.open(name, run.endpoint())) {
			contender.locked("connected", () -> {
			});
			run.add("", name, Metric.CONNECTIONS, run.redis().connections() - before);
		}
	}

	private static void count(Run run, String name, Contender contender) {
		try (RequestCount count = run.redis().countRequests(Set.of())) {
			for (int i = 0; i < COUNTED_PAIRS; i++) {
				contender.locked("uncontended", () -> {
				});
			}
			count.stop();
			run.add("", name, Metric.REQUESTS_PER_PAIR, count.requests() / (double) COUNTED_PAIRS);
			run.add("", name, Metric.COMMANDS_PER_PAIR, count.commands() / (double) COUNTED_PAIRS);
		}
	}

}
