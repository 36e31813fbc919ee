package io.github.lockstarter.benchmark.workload;

import java.util.ArrayList;
import java.util.List;

import io.github.lockstarter.benchmark.jvm.WorkerJvm;
import io.github.lockstarter.benchmark.report.Metric;
import io.github.lockstarter.benchmark.server.Usage;
import io.github.lockstarter.benchmark.simulation.Instances;
import io.github.lockstarter.benchmark.simulation.Protocol;

/**
 * How much one Redis carries, and how that grows. The rows are sizes, so that the ratio
 * to the first row shows the growth.
 */
final class Scale implements Workload {

	private static final String STARTER = "starter";

	private static final int WAITING_JVMS = 4;

	private static final int WAITERS_OF_NAME = 10;

	@Override
	public String name() {
		return "scale";
	}

	@Override
	public String title() {
		return "what one Redis carries: simulated instances, waiters, memory";
	}

	@Override
	public void measure(Run run) throws Exception {
		instances(run, new Group("simulated instances on their own names", Protocol.STARTER, 1),
				new Group("simulated instances with SET and DEL on their own names", Protocol.FLOOR, 1));
		instances(run, new Group("simulated instances and ten on each name", Protocol.STARTER, 10));
		waiters(run);
		memory(run, run.choose(20_000, 5_000));
	}

	private static void carried(Run run, String setting, String row, double pairs, Usage before) {
		Usage used = run.redis().usage().since(before);
		run.add(setting, row, Metric.THROUGHPUT, pairs / used.seconds());
		run.add(setting, row, Metric.REDIS_CPU_PER_PAIR, used.cpuMicros() / pairs);
		run.add(setting, row, Metric.REDIS_BUSY, used.cpuMicros() / used.seconds() / 1e4);
		run.add(setting, row, Metric.PAIRS_OF_A_CORE, 1e6 * pairs / used.cpuMicros());
	}

	/**
	 * Groups of one call take turns.
	 */
	private static void instances(Run run, Group... groups) throws Exception {
		List<Connected> all = new ArrayList<>();
		try {
			for (Group group : groups) {
				for (int count : run.choose(List.of(10, 100, 1_000), List.of(10, 200))) {
					run.progress("connecting " + count + " " + group.setting());
					all.add(new Connected(group.setting(), Integer.toString(count),
							Instances.open(run.endpoint(), group.protocol(), count, group.onEachName())));
				}
			}
			for (int round = 0; round <= run.choose(7, 1); round++) {
				for (Connected some : all) {
					Usage before = run.redis().usage();
					long pairs = some.instances().run(run.choose(2.0, 1.0));
					if (round > 0) {
						carried(run, some.setting(), some.count(), pairs, before);
					}
				}
			}
		}
		finally {
			all.forEach((some) -> some.instances().close());
		}
	}

	/**
	 * One JVM holds all names; four others wait, with callers that do not block; then all
	 * go through.
	 */
	private static void waiters(Run run) throws Exception {
		List<WorkerJvm> waiting = new ArrayList<>();
		try (WorkerJvm holder = WorkerJvm.start(run.endpoint())) {
			while (waiting.size() < WAITING_JVMS) {
				waiting.add(WorkerJvm.start(run.endpoint()));
			}
			drain(run, holder, waiting, "warm", 200);
			for (int names : run.choose(List.of(100, 1_000, 10_000), List.of(100, 1_000))) {
				for (int round = 1; round <= run.choose(2, 1); round++) {
					run.progress(names * WAITERS_OF_NAME + " waiters on " + names + " names");
					Drained drained = drain(run, holder, waiting, "scale:" + round + ":" + names, names);
					String row = names * WAITERS_OF_NAME + " on " + names + " names";
					run.add("waiters", row, Metric.TIME_PER_WAITER, drained.micros());
					run.add("waiters", row, Metric.REDIS_CPU_PER_WAITER, drained.redisMicros());
					run.add("waiters", row, Metric.MEMORY_PER_WAITER, drained.bytes());
				}
			}
		}
		finally {
			waiting.forEach(WorkerJvm::close);
		}
	}

	private static Drained drain(Run run, WorkerJvm holder, List<WorkerJvm> waiting, String prefix, int names) {
		holder.call("hold", STARTER, prefix, names);
		long memory = run.redis().memory();
		int callers = names * WAITERS_OF_NAME / waiting.size();
		waiting.forEach((worker) -> worker.send("queue", prefix, names, callers));
		waiting.forEach(WorkerJvm::reply);
		double bytes = (run.redis().memory() - memory) / (double) (names * waiting.size());
		Usage before = run.redis().usage();
		holder.send("release");
		waiting.forEach((worker) -> worker.send("drained"));
		holder.reply();
		waiting.forEach(WorkerJvm::reply);
		Usage used = run.redis().usage().since(before);
		double waiters = callers * waiting.size();
		return new Drained(1e6 * used.seconds() / waiters, used.cpuMicros() / waiters, bytes);
	}

	private static void memory(Run run, int locks) {
		run.progress("memory of " + locks + " locks");
		try (WorkerJvm holder = WorkerJvm.start(run.endpoint())) {
			holder.call("hold", STARTER, "warm", 1);
			long before = run.redis().memory();
			holder.call("hold", STARTER, "memory", locks);
			run.add("memory", "held", Metric.MEMORY_PER_LOCK, (run.redis().memory() - before) / (double) locks);
			holder.call("release");
			run.add("memory", "free", Metric.MEMORY_PER_LOCK, (run.redis().memory() - before) / (double) locks);
		}
	}

	/**
	 * Simulated instances of one kind.
	 */
	private record Group(String setting, Protocol protocol, int onEachName) {

	}

	/**
	 * The connected instances of a group, of one count.
	 */
	private record Connected(String setting, String count, Instances instances) {

	}

	/**
	 * What a waiter came to.
	 */
	private record Drained(double micros, double redisMicros, double bytes) {

	}

}
