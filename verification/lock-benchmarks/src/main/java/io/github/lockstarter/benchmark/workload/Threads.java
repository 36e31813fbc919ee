package io.github.lockstarter.benchmark.workload;

import java.util.ArrayList;
import java.util.List;

import io.github.lockstarter.benchmark.contender.Contenders;
import io.github.lockstarter.benchmark.jvm.Load;
import io.github.lockstarter.benchmark.jvm.LoadResult;
import io.github.lockstarter.benchmark.report.Metric;

/**
 * Sixteen threads of one JVM, each on a key of its own or all on one.
 */
final class Threads implements Workload {

	private static final int COUNT = 16;

	private final boolean oneKey;

	private final List<String> contenders;

	private Threads(boolean oneKey, List<String> contenders) {
		this.oneKey = oneKey;
		this.contenders = contenders;
	}

	static Workload onOwnKeys() {
		return new Threads(false, Contenders.inRedis());
	}

	static Workload onOneKey() {
		List<String> contenders = new ArrayList<>(Contenders.waiting());
		contenders.add(0, "reentrant-fair");
		return new Threads(true, contenders);
	}

	@Override
	public String name() {
		return this.oneKey ? "one-key" : "own-keys";
	}

	@Override
	public String title() {
		return this.oneKey ? "16 threads of one JVM on one key" : "16 threads of one JVM, each on its own key";
	}

	@Override
	public void measure(Run run) throws Exception {
		try (Contest contest = new Contest(run.endpoint(), this.contenders)) {
			contest.rounds(run, COUNT + " threads", (name, contender, warmUp) -> {
				LoadResult result = new Load(contender, Thread::new).run(COUNT, (thread) -> {
					String lock = this.oneKey ? "one" : "key:" + thread;
					return () -> lock;
				}, run.choose(1.0, 0.3));
				if (!warmUp) {
					run.add("", name, Metric.THROUGHPUT, result.pairsPerSecond());
					run.add("", name, Metric.MEDIAN, result.medianMicros());
					run.add("", name, Metric.P99, result.p99Micros());
					run.add("", name, Metric.LONGEST, result.longestMicros() / 1e3);
					run.add("", name, Metric.FAIRNESS, result.fairness());
				}
			});
		}
	}

}
