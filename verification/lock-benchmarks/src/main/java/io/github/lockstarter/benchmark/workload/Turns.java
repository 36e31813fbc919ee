package io.github.lockstarter.benchmark.workload;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

import io.github.lockstarter.benchmark.jvm.WorkerJvm;
import io.github.lockstarter.benchmark.report.Metric;
import io.github.lockstarter.benchmark.report.Statistics;

/**
 * Two JVMs that hand a lock to each other.
 *
 * @param micros from each release call to the return of the other's acquire
 */
record Turns(List<Double> micros) {

	private static final int MOST = 1000;

	// The other waits in the lock's queue by then: the first wait of some contenders
	// takes milliseconds.
	private static final long HOLD_NANOS = 5_000_000;

	private static final long SHORT_HOLD_NANOS = 500_000;

	/**
	 * Lets them take turns.
	 * @param one a worker
	 * @param other another one
	 * @param contender the name of the lock
	 * @param seconds for how long
	 * @return what it took
	 * @throws IOException if they can share no memory
	 */
	static Turns take(WorkerJvm one, WorkerJvm other, String contender, double seconds) throws IOException {
		return take(one, other, contender, MOST, seconds, HOLD_NANOS);
	}

	/**
	 * Lets them take turns where the other needs more time to come into the queue.
	 * @param one a worker
	 * @param other another one
	 * @param contender the name of the lock
	 * @param seconds for how long
	 * @param holdNanos for how long each has the lock, in nanoseconds
	 * @return what it took
	 * @throws IOException if they can share no memory
	 */
	static Turns takeLong(WorkerJvm one, WorkerJvm other, String contender, double seconds, long holdNanos)
			throws IOException {
		return take(one, other, contender, MOST, seconds, holdNanos);
	}

	/**
	 * Lets them take many turns in a short time, so that what they run is compiled, as in
	 * a server that has run for a while.
	 * @param one a worker
	 * @param other another one
	 * @param contender the name of the lock
	 * @param seconds for how long
	 * @throws IOException if they can share no memory
	 */
	static void warmUp(WorkerJvm one, WorkerJvm other, String contender, double seconds) throws IOException {
		take(one, other, contender, Integer.MAX_VALUE, seconds, SHORT_HOLD_NANOS);
	}

	private static Turns take(WorkerJvm one, WorkerJvm other, String contender, int most, double seconds,
			long holdNanos) throws IOException {
		Path file = Files.createTempFile("lock-benchmark", "turns");
		try {
			Object[] order = { "hand-over", contender, "handed", file, most, seconds, holdNanos };
			one.send(order);
			other.send(order);
			return new Turns(Stream.of(one.reply(), other.reply())
				.flatMap((reply) -> Arrays.stream(reply.split(" ")))
				.filter((value) -> !value.isEmpty())
				.map(Double::valueOf)
				.toList());
		}
		finally {
			Files.delete(file);
		}
	}

	void addTo(Run run, String setting, String contender) {
		if (!this.micros.isEmpty()) {
			run.add(setting, contender, Metric.HAND_OVER, Statistics.median(this.micros));
			run.add(setting, contender, Metric.P99, Statistics.percentile(this.micros, 99));
		}
	}

}
