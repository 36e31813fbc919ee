package io.github.lockstarter.benchmark.workload;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;

import io.github.lockstarter.benchmark.contender.Contenders;
import io.github.lockstarter.benchmark.contender.Endpoint;
import io.github.lockstarter.benchmark.jvm.WorkerJvm;
import io.github.lockstarter.benchmark.report.Metric;
import io.github.lockstarter.benchmark.server.RequestCount;
import io.github.lockstarter.benchmark.server.Usage;

/**
 * One JVM holds ten thousand locks whose leases are renewed every three seconds.
 */
final class Held implements Workload {

	private static final int LOCKS = 10_000;

	// Everybody renews after a third of it.
	private static final Duration LEASE = Duration.ofSeconds(9);

	// The compilers of a JVM that does so little take this long.
	private static final Duration WARM_UP = Duration.ofSeconds(100);

	private static final List<String> CONTENDERS = List.of("redisson", "starter", Contenders.RENEWED_REGISTRY);

	@Override
	public String name() {
		return "held";
	}

	@Override
	public String title() {
		return "one JVM holds 10,000 locks with a lease of 9 s, renewed every 3 s";
	}

	@Override
	public void measure(Run run) throws Exception {
		Endpoint endpoint = run.endpoint().lease(LEASE);
		for (String name : run.choose(CONTENDERS, CONTENDERS.subList(0, 2))) {
			run.progress(name);
			long memory = run.redis().memory();
			try (WorkerJvm holder = WorkerJvm.start(endpoint)) {
				holder.call("hold", name, "many", LOCKS);
				run.add("", name, Metric.MEMORY_PER_LOCK, (run.redis().memory() - memory) / (double) LOCKS);
				TimeUnit.SECONDS.sleep(run.choose(WARM_UP.toSeconds(), 5L));
				for (int i = 0; i < run.choose(9, 1); i++) {
					hold(run, name, holder, run.choose(6, 3));
				}
				try (RequestCount count = run.redis().countRequests(Set.of())) {
					TimeUnit.SECONDS.sleep(3);
					count.stop();
					run.add("", name, Metric.REQUESTS_PER_SECOND, count.requests() / 3.0);
					run.add("", name, Metric.COMMANDS_PER_SECOND, count.commands() / 3.0);
				}
			}
			TimeUnit.SECONDS.sleep(run.choose(LEASE.toSeconds() + 1, 0L)); // the leases
																			// end
		}
	}

	private static void hold(Run run, String name, WorkerJvm holder, int seconds) throws Exception {
		Usage redis = run.redis().usage();
		double jvm = Double.parseDouble(holder.call("cpu"));
		TimeUnit.SECONDS.sleep(seconds);
		double jvmUsed = Double.parseDouble(holder.call("cpu")) - jvm;
		Usage used = run.redis().usage().since(redis);
		run.add("", name, Metric.REDIS_CPU_PER_SECOND, used.cpuMicros() / used.seconds());
		run.add("", name, Metric.JVM_CPU_PER_SECOND, jvmUsed / used.seconds());
	}

}
