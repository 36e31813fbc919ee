package io.github.lockstarter.benchmark.workload;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import io.github.lockstarter.benchmark.contender.Contender;
import io.github.lockstarter.benchmark.contender.Contenders;
import io.github.lockstarter.benchmark.contender.Endpoint;
import io.github.lockstarter.benchmark.jvm.Load;
import io.github.lockstarter.benchmark.report.Metric;
import io.github.lockstarter.benchmark.server.MeasuredRedis;
import io.github.lockstarter.test.FaultProxy;

/**
 * An uncontended pair over a network with a delay, where the number of round trips shows.
 * The proxy's threads wake up late, so the round trip is measured as well.
 */
final class Delay implements Workload {

	private static final List<Integer> ROUND_TRIP_MICROS = List.of(250, 1_000, 5_000);

	@Override
	public String name() {
		return "delay";
	}

	@Override
	public String title() {
		return "one thread, uncontended, with 0.25, 1 and 5 ms added to each round trip by a proxy";
	}

	@Override
	public void measure(Run run) throws Exception {
		Endpoint redis = run.endpoint();
		try (FaultProxy proxy = FaultProxy.to(redis.host(), redis.port());
				MeasuredRedis ping = MeasuredRedis.at("127.0.0.1:" + proxy.port());
				Contest contest = new Contest(Endpoint.at("127.0.0.1", proxy.port()), contenders())) {
			run.progress("warming up");
			contest.once((name, contender) -> pairs(contender, run.choose(1.0, 0.3)));
			for (int round = 1; round <= run.choose(3, 2); round++) {
				for (int micros : ROUND_TRIP_MICROS) {
					String setting = micros / 1e3 + " ms";
					run.progress(setting + ", round " + round);
					proxy.delay(Duration.ofNanos(micros * 500L)); // each way
					contest.once((name, contender) -> {
						double median = pairs(contender, run.choose(0.4, 0.2));
						double roundTrip = ping.roundTripMicros();
						run.add(setting, name, Metric.MEDIAN, median);
						run.add(setting, name, Metric.ROUND_TRIP, roundTrip);
						run.add(setting, name, Metric.ROUND_TRIPS_PER_PAIR, median / roundTrip);
					});
				}
			}
			proxy.delay(Duration.ZERO);
		}
	}

	private static List<String> contenders() {
		List<String> names = new ArrayList<>(Contenders.inRedis());
		names.add(names.indexOf("starter") + 1, "starter-sent");
		return names;
	}

	private static double pairs(Contender contender, double seconds) throws InterruptedException {
		return new Load(contender, Thread::new).run(1, (thread) -> () -> "delayed", seconds).medianMicros();
	}

}
