package io.github.lockstarter.benchmark.workload;

import java.util.List;
import java.util.concurrent.TimeUnit;

import io.github.lockstarter.benchmark.contender.Contenders;
import io.github.lockstarter.benchmark.jvm.LoadResult;
import io.github.lockstarter.benchmark.jvm.WorkerJvm;
import io.github.lockstarter.benchmark.report.Metric;
import io.github.lockstarter.benchmark.server.Usage;

/**
 * JVMs whose threads may be inside together, all on one key.
 */
final class Together implements Workload {

	private final String name;

	private final String what;

	private final int jvms;

	private final int threads;

	private final List<String> contenders;

	private Together(String name, String what, int jvms, int threads, List<String> contenders) {
		this.name = name;
		this.what = what;
		this.jvms = jvms;
		this.threads = threads;
		this.contenders = contenders;
	}

	static Workload reading() {
		return new Together("reads", "read one key", 4, 4, Contenders.readingAnywhere());
	}

	/**
	 * One JVM, many of whose threads want the same.
	 */
	static Workload onAHotKey() {
		return new Together("hot-key", "read one key", 1, 200, Contenders.reading());
	}

	static Workload withPermits() {
		return new Together("permits", "on one key with 3 permits", 4, 4, Contenders.withPermits());
	}

	@Override
	public String name() {
		return this.name;
	}

	@Override
	public String title() {
		return ((this.jvms == 1) ? "one JVM whose " + this.threads + " threads "
				: this.jvms + " JVMs of " + this.threads + " threads each ") + this.what;
	}

	@Override
	public void measure(Run run) {
		try (Stations stations = new Stations(run, this.jvms, this.contenders)) {
			for (int round = 0; round <= run.rounds(); round++) {
				run.progress((round == 0) ? "warming up" : "round " + round + " of " + run.rounds());
				for (String contender : this.contenders) {
					stay(run, stations.of(contender), contender, 0, round == 0);
					stay(run, stations.of(contender), contender, 1, round == 0);
				}
			}
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
			if (!Contenders.isOfCurator(contender)) {
				run.add(setting, contender, Metric.REDIS_CPU_PER_PAIR, used.cpuMicros() / pairs);
			}
		}
	}

}
