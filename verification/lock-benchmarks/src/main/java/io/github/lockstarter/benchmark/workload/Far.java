package io.github.lockstarter.benchmark.workload;

import java.time.Duration;
import java.util.List;

import io.github.lockstarter.benchmark.contender.Endpoint;
import io.github.lockstarter.benchmark.jvm.WorkerJvm;
import io.github.lockstarter.benchmark.report.Metric;
import io.github.lockstarter.benchmark.server.MeasuredRedis;
import io.github.lockstarter.test.FaultProxy;

/**
 * A hand-over between two JVMs that are both far from Redis, where the number of one-way
 * trips shows. The proxy's threads wake up late, so the round trip is measured as well.
 */
final class Far implements Workload {

	private static final List<String> CONTENDERS = List.of("redisson", "starter");

	private static final List<Integer> ROUND_TRIP_MICROS = List.of(250, 1_000, 5_000);

	/**
	 * In so many round trips each of them is in the queue.
	 */
	private static final int QUEUED_AFTER = 5;

	private static final long LEAST_HOLD_MICROS = 5_000;

	@Override
	public String name() {
		return "far";
	}

	@Override
	public String title() {
		return "from the release in one JVM to the acquisition in another, with 0.25, 1 and 5 ms to Redis and back";
	}

	@Override
	public void measure(Run run) throws Exception {
		Endpoint redis = run.endpoint();
		try (FaultProxy proxy = FaultProxy.to(redis.host(), redis.port());
				MeasuredRedis ping = MeasuredRedis.at("127.0.0.1:" + proxy.port());
				WorkerJvm one = WorkerJvm.start(Endpoint.at("127.0.0.1", proxy.port()));
				WorkerJvm other = WorkerJvm.start(Endpoint.at("127.0.0.1", proxy.port()))) {
			run.progress("warming up");
			for (String name : CONTENDERS) {
				Turns.warmUp(one, other, name, run.choose(15.0, 1.0));
			}
			for (int round = 1; round <= run.rounds(); round++) {
				for (int micros : ROUND_TRIP_MICROS) {
					String setting = micros / 1e3 + " ms";
					run.progress(setting + ", round " + round + " of " + run.rounds());
					proxy.delay(Duration.ofNanos(micros * 500L)); // each way
					for (String name : CONTENDERS) {
						Turns
							.takeLong(one, other, name, run.choose(2.0, 1.0),
									1_000 * Math.max(LEAST_HOLD_MICROS, QUEUED_AFTER * micros))
							.addTo(run, setting, name);
						run.add(setting, name, Metric.ROUND_TRIP, ping.roundTripMicros());
					}
				}
			}
		}
	}

}
