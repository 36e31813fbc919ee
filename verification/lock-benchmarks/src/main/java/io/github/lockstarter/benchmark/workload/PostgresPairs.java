package io.github.lockstarter.benchmark.workload;

import java.util.List;

import io.github.lockstarter.benchmark.contender.Contender;
import io.github.lockstarter.benchmark.jvm.Load;
import io.github.lockstarter.benchmark.jvm.LoadResult;
import io.github.lockstarter.benchmark.report.Metric;
import io.github.lockstarter.benchmark.server.MeasuredPostgres;
import io.github.lockstarter.benchmark.server.StatementCount;

/**
 * In one PostgreSQL: what a pair of acquire and release costs one thread.
 */
final class PostgresPairs implements Workload {

	private static final List<String> CONTENDERS = List.of("row", "starter-postgres");

	// Disks are slow for minutes: many short rounds meet the same ones.
	private static final int ROUNDS = 15;

	// Enough to see a statement that comes with every tenth pair.
	private static final int COUNTED_PAIRS = 200;

	private static final String PAIR = "pair";

	@Override
	public String name() {
		return "postgres";
	}

	@Override
	public String title() {
		return "in PostgreSQL: one thread on one key that no other caller wants";
	}

	@Override
	public void measure(Run run) throws Exception {
		try (MeasuredPostgres database = MeasuredPostgres.start();
				Contest contest = new Contest(database.endpoint(), CONTENDERS)) {
			contest.rounds(run, "pairs", run.choose(ROUNDS, 2), (name, contender, warmUp) -> {
				LoadResult result = new Load(contender, Thread::new).run(1, (thread) -> () -> "uncontended",
						run.choose(warmUp ? 3.0 : 0.8, 0.5));
				if (!warmUp) {
					run.add(PAIR, name, Metric.THROUGHPUT, result.pairsPerSecond());
					run.add(PAIR, name, Metric.MEDIAN, result.medianMicros());
					run.add(PAIR, name, Metric.P99, result.p99Micros());
				}
			});
			run.progress("counting statements");
			contest.once((name, contender) -> count(run, database, name, contender));
		}
	}

	private static void count(Run run, MeasuredPostgres database, String name, Contender contender) {
		try (StatementCount count = database.countStatements()) {
			for (int i = 0; i < COUNTED_PAIRS; i++) {
				contender.locked("uncontended", () -> {
				});
			}
			run.add(PAIR, name, Metric.STATEMENTS_PER_PAIR, count.stop() / (double) COUNTED_PAIRS);
		}
	}

}
