package io.github.lockstarter.benchmark.workload;

import java.util.ArrayList;
import java.util.List;

import io.github.lockstarter.benchmark.contender.Contenders;
import io.github.lockstarter.benchmark.jvm.LoadResult;
import io.github.lockstarter.benchmark.jvm.WorkerJvm;
import io.github.lockstarter.benchmark.report.Metric;

/**
 * Four JVMs with four threads each, all on one key.
 */
final class Jvms implements Workload {

	private static final int JVMS = 4;

	private static final int THREADS = 4;

	private static final List<String> CONTENDERS = Contenders.waiting();

	@Override
	public String name() {
		return "jvms";
	}

	@Override
	public String title() {
		return "4 JVMs of 4 threads each on one key";
	}

	@Override
	public void measure(Run run) {
		List<WorkerJvm> workers = new ArrayList<>();
		try {
			for (int i = 0; i < JVMS; i++) {
				workers.add(WorkerJvm.start(run.endpoint()));
			}
			for (String name : CONTENDERS) {
				run.progress("warming up " + name);
				WorkerJvm.load(workers, "load", name, "own", THREADS, run.choose(2.0, 0.5), "platform");
			}
			for (int round = 1; round <= run.rounds(); round++) {
				run.progress("round " + round + " of " + run.rounds());
				for (String name : CONTENDERS) {
					LoadResult result = WorkerJvm.load(workers, "load", name, "jvms", THREADS, run.choose(1.5, 0.5),
							"platform");
					run.add("", name, Metric.THROUGHPUT, result.pairsPerSecond());
					run.add("", name, Metric.FAIRNESS, result.fairness());
					run.add("", name, Metric.LONGEST, result.longestMicros() / 1e3);
				}
			}
		}
		finally {
			workers.forEach(WorkerJvm::close);
		}
	}

}
