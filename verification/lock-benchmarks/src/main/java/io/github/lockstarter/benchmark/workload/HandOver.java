package io.github.lockstarter.benchmark.workload;

import java.util.List;

import io.github.lockstarter.benchmark.contender.Contenders;
import io.github.lockstarter.benchmark.jvm.WorkerJvm;

/**
 * From the release call in one JVM to the return of the waiting acquire in the other.
 */
final class HandOver implements Workload {

	private static final List<String> CONTENDERS = Contenders.waiting();

	@Override
	public String name() {
		return "hand-over";
	}

	@Override
	public String title() {
		return "from the release in one JVM to the acquisition in another that waits";
	}

	@Override
	public void measure(Run run) throws Exception {
		try (WorkerJvm one = WorkerJvm.start(run.endpoint()); WorkerJvm other = WorkerJvm.start(run.endpoint())) {
			run.progress("warming up");
			for (String name : CONTENDERS) {
				Turns.warmUp(one, other, name, run.choose(15.0, 0.5));
			}
			for (int round = 1; round <= run.rounds(); round++) {
				run.progress("round " + round + " of " + run.rounds());
				for (String name : CONTENDERS) {
					Turns.take(one, other, name, run.choose(1.5, 0.5)).addTo(run, "", name);
				}
			}
		}
	}

}
