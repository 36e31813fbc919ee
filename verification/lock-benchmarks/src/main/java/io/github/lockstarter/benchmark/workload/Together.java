package io.github.lockstarter.benchmark.workload;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

import io.github.lockstarter.benchmark.contender.Contenders;
import io.github.lockstarter.benchmark.jvm.LoadResult;
import io.github.lockstarter.benchmark.jvm.WorkerJvm;
import io.github.lockstarter.benchmark.report.Metric;
import io.github.lockstarter.benchmark.server.Usage;

/**
 * JVMs whose threads all read one key.
 */
final class Together implements Workload {

	private final String name;

	private final int jvms;

	private final int threads;

	private Together(String name, int jvms, int threads) {
		this.name = name;
		this.jvms = jvms;
		this.threads = threads;
	}

	static Workload reading() {
		return new Together("reads", 4, 4);
	}

	/**
	 * One JVM, many of whose threads want the same.
	 */
	static Workload onAHotKey() {
		return new Together("hot-key", 1, 200);
	}

	@Override
	public String name() {
		return this.name;
	}

	@Override
	public String title() {
		return ((this.jvms == 1) ? "one JVM whose " + this.threads + " threads"
				: this.jvms + " JVMs of " + this.threads + " threads each") + " read one key";
	}

	@Override
	public void measure(Run run) {
		List<WorkerJvm> workers = new ArrayList<>();
		try {
			for (int i = 0; i < this.jvms; i++) {
				workers.add(WorkerJvm.start(run.endpoint()));
			}
			for (int round = 0; round <= run.rounds(); round++) {
				run.progress((round == 0) ? "warming up" : "round " + round + " of " + run.rounds());
				for (String contender : Contenders.reading()) {
					stay(run, workers, contender, 0, round == 0);
					stay(run, workers, contender, 1, round == 0);
				}
			}
		}
		finally {
			workers.forEach(WorkerJvm::close);
		}
	}

	private void stay(Run run, List<WorkerJvm> workers, String contender, int millis, boolean warmUp) {
		Usage before = run.redis().usage();
		LoadResult result = WorkerJvm.load(workers, "stay", contender, this.name, this.threads, run.choose(1.5, 0.5),
				TimeUnit.MILLISECONDS.toNanos(millis));
		Usage used = run.redis().usage().since(before);
		if (!warmUp) {
			String setting = (millis == 0) ? "" : "each stays for " + millis + " ms";
			double pairs = result.counts().stream().mapToDouble(Double::doubleValue).sum();
			run.add(setting, contender, Metric.THROUGHPUT, result.pairsPerSecond());
			run.add(setting, contender, Metric.LONGEST, result.longestMicros() / 1e3);
			run.add(setting, contender, Metric.FAIRNESS, result.fairness());
			run.add(setting, contender, Metric.REDIS_CPU_PER_PAIR, used.cpuMicros() / pairs);
		}
	}

}
