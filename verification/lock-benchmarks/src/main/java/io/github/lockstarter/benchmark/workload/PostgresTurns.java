package io.github.lockstarter.benchmark.workload;

import java.util.ArrayList;
import java.util.List;

import io.github.lockstarter.benchmark.jvm.LoadResult;
import io.github.lockstarter.benchmark.jvm.WorkerJvm;
import io.github.lockstarter.benchmark.report.Metric;
import io.github.lockstarter.benchmark.server.MeasuredPostgres;

/**
 * In one PostgreSQL: a lock that goes from one JVM to another, and four JVMs on one key.
 */
final class PostgresTurns implements Workload {

	private static final int JVMS = 4;

	private static final int THREADS = 4;

	private static final String HAND_OVER = "hand-over";

	private static final String ONE_KEY = JVMS + " JVMs of " + THREADS + " threads on one key";

	private static final List<String> CONTENDERS = List.of("starter-postgres", "registry-postgres");

	@Override
	public String name() {
		return "postgres-turns";
	}

	@Override
	public String title() {
		return "in PostgreSQL: from the release in one JVM to the next entry in another, and 4 JVMs on one key";
	}

	@Override
	public void measure(Run run) throws Exception {
		List<WorkerJvm> workers = new ArrayList<>();
		try (MeasuredPostgres database = MeasuredPostgres.start()) {
			for (int i = 0; i < JVMS; i++) {
				workers.add(WorkerJvm.start(database.endpoint()));
			}
			for (String name : CONTENDERS) {
				run.progress("warming up " + name);
				WorkerJvm.load(workers, "load", name, "own", THREADS, run.choose(2.0, 0.5));
				Turns.warmUp(workers.get(0), workers.get(1), name, run.choose(10.0, 0.5));
			}
			for (int round = 1; round <= run.rounds(); round++) {
				run.progress("round " + round + " of " + run.rounds());
				for (String name : CONTENDERS) {
					Turns.take(workers.get(0), workers.get(1), name, run.choose(2.0, 1.0)).addTo(run, HAND_OVER, name);
				}
				for (String name : CONTENDERS) {
					LoadResult result = WorkerJvm.load(workers, "load", name, "one", THREADS, run.choose(2.0, 1.0));
					run.add(ONE_KEY, name, Metric.THROUGHPUT, result.pairsPerSecond());
					run.add(ONE_KEY, name, Metric.FAIRNESS, result.fairness());
					run.add(ONE_KEY, name, Metric.LONGEST, result.longestMicros() / 1e3);
				}
			}
		}
		finally {
			workers.forEach(WorkerJvm::close);
		}
	}

}
