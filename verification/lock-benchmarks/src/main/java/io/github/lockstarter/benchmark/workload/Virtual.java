package io.github.lockstarter.benchmark.workload;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

import io.github.lockstarter.benchmark.jvm.LoadResult;
import io.github.lockstarter.benchmark.jvm.WorkerJvm;
import io.github.lockstarter.benchmark.report.Metric;

/**
 * Many virtual threads beside as many platform threads, in a JVM that has them.
 */
final class Virtual implements Workload {

	private static final int THREADS = 256;

	@Override
	public String name() {
		return "virtual";
	}

	@Override
	public String title() {
		return "256 virtual threads beside 256 platform threads, on Java 21 or later";
	}

	@Override
	public void measure(Run run) {
		Optional<Path> java = ModernJava.find();
		if (java.isEmpty()) {
			run.progress("left out: no Java 21 or later; say where one is by JAVA_25_HOME");
			return;
		}
		run.progress("with " + java.get());
		try (WorkerJvm worker = WorkerJvm.start(run.endpoint(), java.get())) {
			for (int round = 0; round <= run.rounds(); round++) {
				run.progress((round == 0) ? "warming up" : "round " + round + " of " + run.rounds());
				for (String keys : List.of("own keys", "one key")) {
					for (String name : List.of("redisson", "starter")) {
						for (String kind : List.of("platform", "virtual")) {
							LoadResult result = WorkerJvm.load(List.of(worker), "load", name,
									keys.equals("own keys") ? "own" : "virtual", THREADS, run.choose(0.5, 0.3), kind);
							if (round > 0) {
								run.add(keys + " / " + kind, name, Metric.THROUGHPUT, result.pairsPerSecond());
							}
						}
					}
				}
			}
		}
	}

}
