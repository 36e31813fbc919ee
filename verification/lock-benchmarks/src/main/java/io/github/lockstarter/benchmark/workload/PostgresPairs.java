package io.github.lockstarter.benchmark.workload;

import java.util.List;
import java.util.concurrent.TimeUnit;

import io.github.lockstarter.benchmark.contender.Contender;
import io.github.lockstarter.benchmark.contender.Contenders;
import io.github.lockstarter.benchmark.jvm.Load;
import io.github.lockstarter.benchmark.jvm.LoadResult;
import io.github.lockstarter.benchmark.report.Metric;
import io.github.lockstarter.benchmark.server.MeasuredPostgres;
import io.github.lockstarter.benchmark.server.StatementCount;

/**
 * In one PostgreSQL: what a pair of acquire and release costs, with one thread and with
 * sixteen on their own keys, and what more connections give.
 */
final class PostgresPairs implements Workload {

	private static final int THREADS = 16;

	// Disks are slow for minutes: many short rounds meet the same ones.
	private static final int ROUNDS = 15;

	// Enough to see a statement that comes with every tenth pair.
	private static final int COUNTED_PAIRS = 200;

	private static final String PAIR = "pair";

	private static final String OWN_KEYS = THREADS + " threads on their own keys";

	private static final String FLOOR = Contenders.inPostgres().get(0);

	@Override
	public String name() {
		return "postgres";
	}

	@Override
	public String title() {
		return "in PostgreSQL: one thread, and 16 threads of one JVM on their own keys";
	}

	@Override
	public void measure(Run run) throws Exception {
		try (MeasuredPostgres database = MeasuredPostgres.start()) {
			for (String name : Contenders.inPostgres()) {
				run.progress("connections of " + name);
				connections(run, database, name);
			}
			try (Contest contest = new Contest(database.endpoint(), Contenders.inPostgres())) {
				contest.rounds(run, "pairs", run.choose(ROUNDS, 2), (name, contender, warmUp) -> {
					pairs(run, database, name, contender, warmUp);
					threads(run, OWN_KEYS, name, contender, warmUp);
				});
				run.progress("counting statements");
				contest.once((name, contender) -> count(run, database, name, contender));
			}
			try (Contest contest = new Contest()) {
				contest.add(FLOOR, FLOOR, database.endpoint());
				for (int connections : List.of(1, 2, 4, 8)) {
					String name = Contenders.withConnections(connections);
					contest.add(name, name, database.endpoint());
				}
				contest.rounds(run, "more connections", run.choose(ROUNDS, 2), (name, contender, warmUp) -> threads(run,
						THREADS + " threads by connections for commands", name, contender, warmUp));
			}
		}
	}

	private static void pairs(Run run, MeasuredPostgres database, String name, Contender contender, boolean warmUp)
			throws InterruptedException {
		double cpu = database.cpuMicros();
		ThreadUse before = ThreadUse.now();
		LoadResult result = new Load(contender, before::caller).run(1, (thread) -> () -> "uncontended",
				run.choose(warmUp ? 3.0 : 0.8, 0.5));
		ThreadUse threads = ThreadUse.now().since(before);
		if (!warmUp) {
			double pairs = result.counts().get(0);
			run.add(PAIR, name, Metric.THROUGHPUT, result.pairsPerSecond());
			run.add(PAIR, name, Metric.MEDIAN, result.medianMicros());
			run.add(PAIR, name, Metric.P99, result.p99Micros());
			run.add(PAIR, name, Metric.DATABASE_CPU_PER_PAIR, (database.cpuMicros() - cpu) / pairs);
			run.add(PAIR, name, Metric.WAKE_UPS_PER_PAIR, threads.wakeUpsOfThreads() / pairs);
		}
	}

	private static void threads(Run run, String setting, String name, Contender contender, boolean warmUp)
			throws InterruptedException {
		LoadResult result = new Load(contender, Thread::new).run(THREADS, (thread) -> () -> "key:" + thread,
				run.choose(warmUp ? 2.0 : 0.8, 0.5));
		if (!warmUp) {
			run.add(setting, name, Metric.THROUGHPUT, result.pairsPerSecond());
			run.add(setting, name, Metric.MEDIAN, result.medianMicros());
			run.add(setting, name, Metric.P99, result.p99Micros());
		}
	}

	private static void count(Run run, MeasuredPostgres database, String name, Contender contender) {
		try (StatementCount count = database.countStatements()) {
			long written = database.logBytes();
			for (int i = 0; i < COUNTED_PAIRS; i++) {
				contender.locked("uncontended", () -> {
				});
			}
			run.add(PAIR, name, Metric.STATEMENTS_PER_PAIR, count.stop() / (double) COUNTED_PAIRS);
			run.add(PAIR, name, Metric.LOG_BYTES_PER_PAIR, (database.logBytes() - written) / (double) COUNTED_PAIRS);
		}
	}

	private static void connections(Run run, MeasuredPostgres database, String name) throws InterruptedException {
		while (database.connections() > 0) { // of the one before
			TimeUnit.MILLISECONDS.sleep(100);
		}
		try (Contender contender = Contenders.open(name, database.endpoint())) {
			new Load(contender, Thread::new).run(THREADS, (thread) -> () -> "connected:" + thread, 2);
			run.add(OWN_KEYS, name, Metric.CONNECTIONS, database.connections());
		}
	}

}
