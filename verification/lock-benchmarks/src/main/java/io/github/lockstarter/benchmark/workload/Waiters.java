package io.github.lockstarter.benchmark.workload;

import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;

import io.github.lockstarter.benchmark.jvm.WorkerJvm;
import io.github.lockstarter.benchmark.report.Metric;
import io.github.lockstarter.benchmark.server.RequestCount;
import io.github.lockstarter.benchmark.server.Usage;

/**
 * Two hundred threads of one JVM wait for one lock that another JVM holds. What the
 * holder asks of Redis does not count.
 */
final class Waiters implements Workload {

	private static final int THREADS = 200;

	private static final List<String> CONTENDERS = List.of("redisson", "starter");

	@Override
	public String name() {
		return "waiters";
	}

	@Override
	public String title() {
		return "200 threads of one JVM wait for a lock that is held: requests to Redis";
	}

	@Override
	public void measure(Run run) throws Exception {
		for (String name : CONTENDERS) {
			run.progress(name);
			try (WorkerJvm holder = WorkerJvm.start(run.endpoint());
					WorkerJvm waiting = WorkerJvm.start(run.endpoint())) {
				holder.call("hold", name, "held", 1);
				Set<String> others = run.redis().clients();
				waiting.call("wait", name, "held:0", THREADS);
				TimeUnit.SECONDS.sleep(5);
				idle(run, name, waiting, others);
			}
		}
	}

	/**
	 * Who waits for the end of the lease shows it only in 30 seconds.
	 */
	private static void idle(Run run, String name, WorkerJvm waiting, Set<String> others) throws Exception {
		int seconds = run.choose(30, 8);
		try (RequestCount count = run.redis().countRequests(others)) {
			Usage redis = run.redis().usage();
			double jvm = Double.parseDouble(waiting.call("cpu"));
			TimeUnit.SECONDS.sleep(seconds);
			double jvmUsed = Double.parseDouble(waiting.call("cpu")) - jvm;
			Usage used = run.redis().usage().since(redis);
			count.stop();
			run.add("", name, Metric.REQUESTS_PER_SECOND, count.requests() / used.seconds());
			run.add("", name, Metric.COMMANDS_PER_SECOND, count.commands() / used.seconds());
			run.add("", name, Metric.JVM_CPU_PER_SECOND, jvmUsed / used.seconds());
			run.add("", name, Metric.REDIS_CPU_PER_SECOND, used.cpuMicros() / used.seconds());
		}
	}

}
