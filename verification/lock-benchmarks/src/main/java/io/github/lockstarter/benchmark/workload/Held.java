package io.github.lockstarter.benchmark.workload;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;

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

	private static final int ROUNDS = 11;

	private static final List<String> CONTENDERS = List.of("redisson", "starter");

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
		for (String name : CONTENDERS) {
			run.progress(name);
			alone(run, endpoint, name);
		}
		run.progress("all of them");
		together(run, endpoint);
	}

	/**
	 * What Redis pays, one after the other.
	 */
	private static void alone(Run run, Endpoint endpoint, String name) throws Exception {
		long memory = run.redis().memory();
		try (WorkerJvm holder = WorkerJvm.start(endpoint)) {
			holder.call("hold", name, "many", LOCKS);
			run.add("", name, Metric.MEMORY_PER_LOCK, (run.redis().memory() - memory) / (double) LOCKS);
			TimeUnit.SECONDS.sleep(run.choose(9, 5));
			for (int i = 0; i < run.choose(ROUNDS, 1); i++) {
				Usage before = run.redis().usage();
				TimeUnit.SECONDS.sleep(run.choose(6, 3));
				Usage used = run.redis().usage().since(before);
				run.add("", name, Metric.REDIS_CPU_PER_SECOND, used.cpuMicros() / used.seconds());
			}
			try (RequestCount count = run.redis().countRequests(Set.of())) {
				TimeUnit.SECONDS.sleep(3);
				count.stop();
				run.add("", name, Metric.REQUESTS_PER_SECOND, count.requests() / 3.0);
				run.add("", name, Metric.COMMANDS_PER_SECOND, count.commands() / 3.0);
			}
		}
		TimeUnit.SECONDS.sleep(run.choose(LEASE.toSeconds() + 1, 0L)); // the leases end
	}

	/**
	 * What their JVMs pay, side by side: CPU time is counted for each.
	 */
	private static void together(Run run, Endpoint endpoint) throws Exception {
		Map<String, WorkerJvm> holders = new LinkedHashMap<>();
		try {
			for (String name : CONTENDERS) {
				holders.put(name, WorkerJvm.start(endpoint));
				holders.get(name).call("hold", name, "many:" + name, LOCKS);
			}
			TimeUnit.SECONDS.sleep(run.choose(WARM_UP.toSeconds(), 5L));
			for (int i = 0; i < run.choose(ROUNDS, 1); i++) {
				Map<String, Double> before = cpuMicros(holders);
				long begin = System.nanoTime();
				TimeUnit.SECONDS.sleep(run.choose(6, 3));
				double seconds = (System.nanoTime() - begin) / 1e9;
				cpuMicros(holders).forEach((name, micros) -> run.add("", name, Metric.JVM_CPU_PER_SECOND,
						(micros - before.get(name)) / seconds));
			}
		}
		finally {
			holders.values().forEach(WorkerJvm::close);
		}
	}

	private static Map<String, Double> cpuMicros(Map<String, WorkerJvm> holders) {
		Map<String, Double> micros = new LinkedHashMap<>();
		holders.forEach((name, holder) -> micros.put(name, Double.parseDouble(holder.call("cpu"))));
		return micros;
	}

}
