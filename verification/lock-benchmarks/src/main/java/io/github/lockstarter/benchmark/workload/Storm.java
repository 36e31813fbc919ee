package io.github.lockstarter.benchmark.workload;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

import io.github.lockstarter.benchmark.contender.Contender;
import io.github.lockstarter.benchmark.contender.Contenders;
import io.github.lockstarter.benchmark.jvm.WorkerJvm;
import io.github.lockstarter.benchmark.report.Metric;
import io.github.lockstarter.benchmark.report.Statistics;

/**
 * Readers of which one is always inside, as long as the storm lasts, and a writer. One
 * that does not get in during the storm has waited for as long as it lasts.
 */
final class Storm implements Workload {

	private static final int JVMS = 3;

	private static final int THREADS = 8;

	private static final long READ_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

	private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

	@Override
	public String name() {
		return "storm";
	}

	@Override
	public String title() {
		return "a writer, while " + JVMS + " JVMs of " + THREADS + " threads each read the same key for 2 ms a time";
	}

	@Override
	public void measure(Run run) throws Exception {
		double seconds = run.choose(5.0, 2.0);
		try (Stations stations = new Stations(run, JVMS, Contenders.readingAnywhere())) {
			for (String reader : Contenders.readingAnywhere()) {
				try (Contender writer = Contenders.open(Contenders.writerBeside(reader), stations.endpoint(reader))) {
					for (int round = 0; round <= run.rounds(); round++) {
						run.progress(reader + ((round == 0) ? ", warming up" : ", round " + round));
						storm(run, stations.of(reader), reader, writer, (round == 0) ? seconds / 2 : seconds,
								round == 0);
					}
				}
			}
		}
	}

	private void storm(Run run, List<WorkerJvm> workers, String reader, Contender writer, double seconds,
			boolean warmUp) throws InterruptedException {
		workers.forEach((worker) -> worker.send("stay", reader, "storm", THREADS, seconds, READ_NANOS));
		long end = System.nanoTime() + (long) (seconds * 1e9);
		TimeUnit.MILLISECONDS.sleep(200); // the readers are inside
		List<Double> waits = new ArrayList<>();
		while (System.nanoTime() - end < 0) {
			long begin = System.nanoTime();
			Runnable release = writer.acquire("storm");
			waits.add((System.nanoTime() - begin) / 1e6);
			release.run();
			LockSupport.parkNanos(PAUSE_NANOS);
		}
		double reads = WorkerJvm.replies(workers).pairsPerSecond();
		if (!warmUp) {
			run.add("", reader, Metric.WRITERS_WAIT, Statistics.median(waits));
			run.add("", reader, Metric.WRITERS_LONGEST_WAIT, Collections.max(waits));
			run.add("", reader, Metric.WRITES, waits.size() / seconds);
			run.add("", reader, Metric.THROUGHPUT, reads);
		}
	}

}
