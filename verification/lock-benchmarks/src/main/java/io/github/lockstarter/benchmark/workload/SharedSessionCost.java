package io.github.lockstarter.benchmark.workload;

import java.util.ArrayList;
import java.util.List;

import io.github.lockstarter.benchmark.jvm.Load;
import io.github.lockstarter.benchmark.jvm.LoadResult;
import io.github.lockstarter.benchmark.jvm.WorkerJvm;
import io.github.lockstarter.benchmark.report.Metric;
import io.github.lockstarter.benchmark.server.MeasuredZooKeeper;

/**
 * Read/write locks and permits in ZooKeeper: a pair, sixteen threads of one JVM on one
 * key, four JVMs on one key, and the write lock that goes from one JVM to another.
 */
final class SharedSessionCost implements Workload {

	private static final int THREADS = 16;

	private static final int JVMS = 4;

	private static final int THREADS_OF_A_JVM = 4;

	private static final List<String> READERS = List.of("curator-read", "starter-zookeeper-read",
			"starter-zookeeper-read-own");

	private static final List<String> WRITERS = List.of("curator-write", "starter-zookeeper");

	private static final List<String> PERMITS = List.of("curator-permit", "starter-zookeeper-permit");

	@Override
	public String name() {
		return "zookeeper-shared";
	}

	@Override
	public String title() {
		return "in ZooKeeper: read/write locks, and three permits: one thread, 16 threads of one JVM on one key, "
				+ "4 JVMs on one key, and the write lock from JVM to JVM";
	}

	@Override
	public void measure(Run run) throws Exception {
		try (MeasuredZooKeeper server = MeasuredZooKeeper.start()) {
			List<String> all = new ArrayList<>(READERS);
			all.addAll(PERMITS);
			try (Contest contest = new Contest(server.endpoint(), all)) {
				contest.rounds(run, "pairs", (name, contender, warmUp) -> {
					double seconds = run.choose(warmUp ? 3.0 : 1.5, 0.5);
					Load load = new Load(contender, Thread::new);
					LoadResult pairs = load.run(1, (thread) -> () -> "uncontended", seconds);
					LoadResult threads = load.run(THREADS, (thread) -> () -> "threads", seconds);
					if (!warmUp) {
						add(run, kind(name) + ": a pair", name, pairs);
						add(run, kind(name) + ": " + THREADS + " threads of one JVM on one key", name, threads);
					}
				});
			}
			List<WorkerJvm> workers = new ArrayList<>();
			try {
				for (int i = 0; i < JVMS; i++) {
					workers.add(WorkerJvm.start(server.endpoint()));
				}
				jvms(run, workers, all);
			}
			finally {
				workers.forEach(WorkerJvm::close);
			}
		}
	}

	private static String kind(String contender) {
		return PERMITS.contains(contender) ? "one of three permits" : "to read";
	}

	private static void add(Run run, String setting, String name, LoadResult result) {
		run.add(setting, name, Metric.THROUGHPUT, result.pairsPerSecond());
		run.add(setting, name, Metric.MEDIAN, result.medianMicros());
		run.add(setting, name, Metric.P99, result.p99Micros());
	}

	private static void jvms(Run run, List<WorkerJvm> workers, List<String> sharing) throws Exception {
		for (String name : WRITERS) {
			run.progress("warming up " + name);
			Turns.warmUp(workers.get(0), workers.get(1), name, run.choose(10.0, 0.5));
		}
		for (String name : sharing) {
			run.progress("warming up " + name);
			WorkerJvm.load(workers, "load", name, "one", THREADS_OF_A_JVM, run.choose(5.0, 0.5));
		}
		for (int round = 1; round <= run.rounds(); round++) {
			run.progress("round " + round + " of " + run.rounds());
			for (String name : WRITERS) {
				Turns.take(workers.get(0), workers.get(1), name, run.choose(2.0, 1.0))
					.addTo(run, "to write: hand-over", name);
			}
			for (String name : sharing) {
				String setting = kind(name) + ": " + JVMS + " JVMs of " + THREADS_OF_A_JVM + " threads on one key";
				LoadResult result = WorkerJvm.load(workers, "load", name, "one", THREADS_OF_A_JVM,
						run.choose(2.0, 1.0));
				run.add(setting, name, Metric.THROUGHPUT, result.pairsPerSecond());
				run.add(setting, name, Metric.FAIRNESS, result.fairness());
				run.add(setting, name, Metric.LONGEST, result.longestMicros() / 1e3);
			}
		}
	}

}
