package io.github.lockstarter.benchmark.workload;

import java.util.ArrayList;
import java.util.List;

import io.github.lockstarter.benchmark.contender.Contenders;
import io.github.lockstarter.benchmark.jvm.WorkerJvm;

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
			OneKey oneKey = new OneKey(workers, "jvms", THREADS);
			oneKey.warmUp(run, CONTENDERS, run.choose(15.0, 1.5));
			for (int round = 1; round <= run.rounds(); round++) {
				run.progress("round " + round + " of " + run.rounds());
				CONTENDERS.forEach((name) -> oneKey.addTo(run, "", name, run.choose(1.5, 0.5)));
			}
		}
		finally {
			workers.forEach(WorkerJvm::close);
		}
	}

}
