package io.github.lockstarter.benchmark.workload;

import java.util.List;
import java.util.concurrent.TimeUnit;

import io.github.lockstarter.benchmark.contender.Contenders;
import io.github.lockstarter.benchmark.jvm.WorkerJvm;
import io.github.lockstarter.benchmark.report.Metric;
import io.github.lockstarter.benchmark.server.MeasuredPostgres;
import io.github.lockstarter.benchmark.server.StatementCount;

/**
 * In one PostgreSQL: what it is asked while nothing happens. One contender after the
 * other, because an idle minute cannot be shared.
 */
final class PostgresRest implements Workload {

	private static final int WAITERS = 200;

	private static final int HELD = 1_000;

	private static final List<String> HOLDING = List.of("starter-postgres", Contenders.RENEWED_SHEDLOCK);

	@Override
	public String name() {
		return "postgres-rest";
	}

	@Override
	public String title() {
		return "in PostgreSQL: an idle instance, 200 threads that wait for one lock, 1,000 held locks: statements";
	}

	@Override
	public void measure(Run run) throws Exception {
		try (MeasuredPostgres database = MeasuredPostgres.start()) {
			for (String name : Contenders.waitingInPostgres()) {
				run.progress("idle: " + name);
				try (WorkerJvm idle = WorkerJvm.start(database.endpoint())) {
					idle.call("hold", name, "idle", 1);
					idle.call("release");
					rest(run, database, "an idle instance", name, idle);
				}
			}
			for (String name : Contenders.waitingInPostgres()) {
				run.progress("waiters: " + name);
				try (WorkerJvm holder = WorkerJvm.start(database.endpoint());
						WorkerJvm waiting = WorkerJvm.start(database.endpoint())) {
					holder.call("hold", name, "held", 1);
					waiting.call("wait", name, "held:0", WAITERS);
					rest(run, database, WAITERS + " waiters", name, waiting);
				}
			}
			for (String name : HOLDING) {
				run.progress("held: " + name);
				try (WorkerJvm holder = WorkerJvm.start(database.endpoint())) {
					holder.call("hold", name, "many", HELD);
					rest(run, database, HELD + " held", name, holder);
				}
			}
		}
	}

	/**
	 * A whole lease: who renews or looks for its end, does so in it.
	 */
	private static void rest(Run run, MeasuredPostgres database, String setting, String name, WorkerJvm worker)
			throws InterruptedException {
		TimeUnit.SECONDS.sleep(run.choose(10, 3));
		run.add(setting, name, Metric.CONNECTIONS, database.connections());
		try (StatementCount count = database.countStatements()) {
			double postgres = database.cpuMicros();
			double jvm = Double.parseDouble(worker.call("cpu"));
			long written = database.logBytes();
			long begin = System.nanoTime();
			TimeUnit.SECONDS.sleep(run.choose(30, 15));
			double seconds = (System.nanoTime() - begin) / 1e9;
			run.add(setting, name, Metric.STATEMENTS_PER_SECOND, count.stop() / seconds);
			run.add(setting, name, Metric.LOG_BYTES_PER_SECOND, (database.logBytes() - written) / seconds);
			run.add(setting, name, Metric.DATABASE_CPU_PER_SECOND, (database.cpuMicros() - postgres) / seconds);
			run.add(setting, name, Metric.JVM_CPU_PER_SECOND, (Double.parseDouble(worker.call("cpu")) - jvm) / seconds);
		}
	}

}
