package io.github.lockstarter.benchmark.workload;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;

import io.github.lockstarter.benchmark.contender.Contender;
import io.github.lockstarter.benchmark.contender.Contenders;
import io.github.lockstarter.benchmark.jvm.WorkerJvm;
import io.github.lockstarter.benchmark.report.Metric;

/**
 * From the release call of a writer until the last of those is inside who wait to read.
 */
final class Batch implements Workload {

	private static final int JVMS = 4;

	private static final int THREADS = 16;

	@Override
	public String name() {
		return "batch";
	}

	@Override
	public String title() {
		return "from the release of a writer to the entry of " + JVMS * THREADS + " readers that wait, in " + JVMS
				+ " JVMs";
	}

	@Override
	public void measure(Run run) throws Exception {
		List<WorkerJvm> workers = new ArrayList<>();
		try {
			for (int i = 0; i < JVMS; i++) {
				workers.add(WorkerJvm.start(run.endpoint()));
			}
			for (String reader : Contenders.reading()) {
				try (Contender writer = Contenders.open(Contenders.writerBeside(reader), run.endpoint())) {
					int warmUp = run.choose(30, 3);
					for (int round = 1 - warmUp; round <= run.choose(20, 5); round++) {
						run.progress(reader + ((round < 1) ? ", warming up" : ", round " + round));
						handOver(run, workers, reader, writer, round < 1);
					}
				}
			}
		}
		finally {
			workers.forEach(WorkerJvm::close);
		}
	}

	private static void handOver(Run run, List<WorkerJvm> workers, String reader, Contender writer, boolean warmUp)
			throws InterruptedException {
		Runnable release = writer.acquire("batch");
		workers.forEach((worker) -> worker.call("gather", reader, "batch", THREADS));
		TimeUnit.MILLISECONDS.sleep(300); // all of them wait
		double roundTrip = run.redis().roundTripMicros();
		long released = System.nanoTime();
		release.run();
		workers.forEach((worker) -> worker.send("gathered"));
		List<Double> micros = workers.stream()
			.map(WorkerJvm::reply)
			.flatMap((reply) -> Arrays.stream(reply.split(" ")))
			.map((entered) -> (Long.parseLong(entered) - released) / 1e3)
			.sorted()
			.toList();
		if (!warmUp) {
			double last = micros.get(micros.size() - 1);
			run.add("", reader, Metric.HAND_OVER, micros.get(0));
			run.add("", reader, Metric.LAST_IN, last);
			run.add("", reader, Metric.LAST_IN_ROUND_TRIPS, last / roundTrip);
		}
	}

}
