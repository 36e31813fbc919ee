package io.github.lockstarter.benchmark.workload;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

import io.github.lockstarter.benchmark.jvm.Load;
import io.github.lockstarter.benchmark.jvm.LoadResult;
import io.github.lockstarter.benchmark.jvm.WorkerJvm;
import io.github.lockstarter.benchmark.report.Metric;

/**
 * What becomes of the throughput with more threads, more JVMs, more lock names.
 */
final class Growth implements Workload {

	/**
	 * The beginnings of the settings, for the plots.
	 */
	private static final String OWN_KEYS = "threads on own keys";

	private static final String ONE_KEY = "threads on one key";

	private static final String JVMS = "JVMs on one key";

	private static final String NAMES = "lock names";

	@Override
	public String name() {
		return "growth";
	}

	@Override
	public String title() {
		return "1 to 64 threads, 1 to 16 JVMs, 1 to 100,000 lock names";
	}

	@Override
	public void measure(Run run) throws Exception {
		try (Contest contest = new Contest(run.endpoint(), List.of("floor", "starter", "redisson"))) {
			contest.once((name, contender) -> new Load(contender, Thread::new).run(4,
					(thread) -> () -> "warm:" + thread, 2 * seconds(run)));
			for (int round = 1; round <= rounds(run); round++) {
				for (int threads : run.choose(new int[] { 1, 2, 4, 8, 16, 32, 64 }, new int[] { 1, 8, 64 })) {
					threads(run, contest, threads);
				}
			}
			for (int round = 1; round <= rounds(run); round++) {
				for (int names : run.choose(new int[] { 1, 10, 100, 1_000, 10_000, 100_000 },
						new int[] { 1, 100_000 })) {
					names(run, contest, names);
				}
			}
		}
		jvms(run, run.choose(new int[] { 1, 2, 4, 8, 16 }, new int[] { 1, 4 }));
	}

	private static double seconds(Run run) {
		return run.choose(0.5, 0.3);
	}

	private static int rounds(Run run) {
		return run.choose(3, 1);
	}

	private static void threads(Run run, Contest contest, int threads) throws Exception {
		run.progress(threads + " threads");
		contest.once((name, contender) -> {
			run.add(setting(OWN_KEYS, threads), name, Metric.THROUGHPUT,
					new Load(contender, Thread::new).run(threads, (thread) -> () -> "key:" + thread, seconds(run))
						.pairsPerSecond());
			if (!name.equals("floor")) {
				run.add(setting(ONE_KEY, threads), name, Metric.THROUGHPUT,
						new Load(contender, Thread::new).run(threads, (thread) -> () -> "one", seconds(run))
							.pairsPerSecond());
			}
		});
	}

	/**
	 * One thread takes the names in random order, so that Redis holds ever more of them
	 * where the contender leaves something behind.
	 */
	private static void names(Run run, Contest contest, int names) throws Exception {
		run.progress(names + " lock names");
		contest.once((name, contender) -> run.add(setting(NAMES, names), name, Metric.THROUGHPUT,
				new Load(contender, Thread::new)
					.run(1, (thread) -> () -> "name:" + ThreadLocalRandom.current().nextInt(names), seconds(run))
					.pairsPerSecond()));
	}

	private static void jvms(Run run, int[] counts) {
		List<WorkerJvm> workers = new ArrayList<>();
		try {
			for (int count : counts) {
				run.progress(count + " JVMs");
				while (workers.size() < count) {
					workers.add(WorkerJvm.start(run.endpoint()));
				}
				for (int round = 0; round <= rounds(run); round++) {
					for (String name : List.of("starter", "redisson")) {
						LoadResult result = WorkerJvm.load(workers, "load", name, "grown", 2, seconds(run), "platform");
						if (round > 0) {
							run.add(setting(JVMS, count), name, Metric.THROUGHPUT, result.pairsPerSecond());
						}
					}
				}
			}
		}
		finally {
			workers.forEach(WorkerJvm::close);
		}
	}

	private static String setting(String what, int count) {
		return what + ": " + count;
	}

}
