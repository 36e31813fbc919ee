package io.github.lockstarter.benchmark.workload;

import java.util.concurrent.TimeUnit;

import io.github.lockstarter.benchmark.jvm.WorkerJvm;
import io.github.lockstarter.benchmark.report.Metric;
import io.github.lockstarter.benchmark.server.MeasuredPostgres;
import io.github.lockstarter.benchmark.server.StatementCount;

/**
 * In one PostgreSQL: what an idle instance asks it.
 */
final class PostgresRest implements Workload {

	private static final String CONTENDER = "starter-postgres";

	@Override
	public String name() {
		return "postgres-rest";
	}

	@Override
	public String title() {
		return "in PostgreSQL: the statements of an idle instance";
	}

	@Override
	public void measure(Run run) throws Exception {
		try (MeasuredPostgres database = MeasuredPostgres.start();
				WorkerJvm idle = WorkerJvm.start(database.endpoint())) {
			run.progress("idle");
			idle.call("hold", CONTENDER, "idle", 1);
			idle.call("release");
			TimeUnit.SECONDS.sleep(run.choose(10, 3));
			try (StatementCount count = database.countStatements()) {
				long begin = System.nanoTime();
				TimeUnit.SECONDS.sleep(run.choose(30, 15));
				double seconds = (System.nanoTime() - begin) / 1e9;
				run.add("an idle instance", CONTENDER, Metric.STATEMENTS_PER_SECOND, count.stop() / seconds);
			}
		}
	}

}
