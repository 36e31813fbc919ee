package io.github.lockstarter.benchmark.workload;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.benchmark.jvm.LoadResult;
import io.github.lockstarter.benchmark.jvm.WorkerJvm;
import io.github.lockstarter.benchmark.report.Metric;

/**
 * This starter beside an earlier one, each in JVMs of its own. The earlier one takes part
 * twice: the ratio of the two is the noise.
 */
final class Before implements Workload {

	private static final String CONTENDER = "starter-application";

	private static final String BEFORE = "before";

	private static final String AGAIN = "before (again)";

	private static final String NOW = "starter";

	private static final int THREADS = 16;

	@Override
	public String name() {
		return "before";
	}

	@Override
	public String title() {
		return "an earlier starter, the same once more, and this one";
	}

	@Override
	public void measure(Run run) throws Exception {
		Optional<String> before = run.before();
		if (before.isEmpty()) {
			run.progress("left out: say by --before=jars what to compare with");
			return;
		}
		try (Side one = Side.start(run, BEFORE, before.get());
				Side other = Side.start(run, AGAIN, before.get());
				Side now = Side.start(run, NOW, null)) {
			List<Side> sides = List.of(one, other, now);
			List<Side> turn = new ArrayList<>(sides);
			int rounds = run.choose(15, 3);
			for (int round = 0; round <= rounds; round++) {
				run.progress((round == 0) ? "warming up" : "round " + round + " of " + rounds);
				Map<Side, Measured> measured = new HashMap<>();
				for (Side side : turn) {
					measured.put(side, side.measure(run));
				}
				if (round > 0) {
					for (Side side : sides) {
						measured.get(side).addTo(run, side.name());
					}
				}
				Collections.rotate(turn, 1); // who comes first changes
			}
		}
	}

	/**
	 * What one side did in a round.
	 */
	private record Measured(LoadResult pair, LoadResult own, LoadResult one, Turns turns) {

		private void addTo(Run run, String name) {
			run.add("pair", name, Metric.MEDIAN, this.pair.medianMicros());
			run.add("pair", name, Metric.P99, this.pair.p99Micros());
			run.add(THREADS + " threads on their own keys", name, Metric.THROUGHPUT, this.own.pairsPerSecond());
			run.add("2 JVMs of " + THREADS / 2 + " threads on one key", name, Metric.THROUGHPUT,
					this.one.pairsPerSecond());
			this.turns.addTo(run, "hand-over", name);
		}

	}

	/**
	 * Two JVMs with one version of the starter.
	 */
	private record Side(String name, List<WorkerJvm> workers) implements AutoCloseable {

		private static Side start(Run run, String name, @Nullable String starter) {
			List<WorkerJvm> workers = new ArrayList<>();
			for (int i = 0; i < 2; i++) {
				workers.add((starter != null) ? WorkerJvm.startWith(run.endpoint(), starter)
						: WorkerJvm.start(run.endpoint()));
			}
			return new Side(name, workers);
		}

		private Measured measure(Run run) throws IOException {
			double seconds = run.choose(0.8, 0.4);
			List<WorkerJvm> first = this.workers.subList(0, 1);
			LoadResult pair = WorkerJvm.load(first, "load", CONTENDER, "own", 1, seconds);
			LoadResult own = WorkerJvm.load(first, "load", CONTENDER, "own", THREADS, seconds);
			LoadResult one = WorkerJvm.load(this.workers, "load", CONTENDER, "before", THREADS / 2, seconds);
			Turns turns = Turns.take(this.workers.get(0), this.workers.get(1), CONTENDER, seconds);
			return new Measured(pair, own, one, turns);
		}

		@Override
		public void close() {
			this.workers.forEach(WorkerJvm::close);
		}

	}

}
