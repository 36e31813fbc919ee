package io.github.lockstarter.benchmark.workload;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

import io.github.lockstarter.benchmark.contender.Contenders;
import io.github.lockstarter.benchmark.jvm.WorkerJvm;
import io.github.lockstarter.benchmark.report.Metric;
import io.github.lockstarter.benchmark.report.Statistics;

/**
 * From the release call in one JVM to the return of the waiting acquire in the other.
 */
final class HandOver implements Workload {

	private static final List<String> CONTENDERS = Contenders.waiting();

	@Override
	public String name() {
		return "hand-over";
	}

	@Override
	public String title() {
		return "from the release in one JVM to the acquisition in another that waits";
	}

	@Override
	public void measure(Run run) throws Exception {
		try (WorkerJvm one = WorkerJvm.start(run.endpoint()); WorkerJvm other = WorkerJvm.start(run.endpoint())) {
			for (int round = 0; round <= run.rounds(); round++) {
				run.progress((round == 0) ? "warming up" : "round " + round + " of " + run.rounds());
				for (String name : CONTENDERS) {
					List<Double> micros = turns(one, other, name, run.choose(1.5, 0.5));
					if (round > 0 && !micros.isEmpty()) {
						run.add("", name, Metric.HAND_OVER, Statistics.median(micros));
						run.add("", name, Metric.P99, Statistics.percentile(micros, 99));
					}
				}
			}
		}
	}

	private static List<Double> turns(WorkerJvm one, WorkerJvm other, String name, double seconds) throws IOException {
		Path file = Files.createTempFile("lock-benchmark", "turns");
		try {
			Object[] order = { "hand-over", name, "handed", file, 1000, seconds };
			one.send(order);
			other.send(order);
			return Stream.of(one.reply(), other.reply())
				.flatMap((reply) -> Arrays.stream(reply.split(" ")))
				.filter((value) -> !value.isEmpty())
				.map(Double::valueOf)
				.toList();
		}
		finally {
			Files.delete(file);
		}
	}

}
