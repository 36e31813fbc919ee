package io.github.lockstarter.benchmark.workload;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import io.github.lockstarter.benchmark.contender.Contender;
import io.github.lockstarter.benchmark.contender.Contenders;
import io.github.lockstarter.benchmark.contender.Endpoint;
import io.github.lockstarter.benchmark.report.Metric;
import io.github.lockstarter.benchmark.server.RedisGroup;

/**
 * Three masters without persistence are restarted, one after the other, while somebody
 * holds a lock and somebody else wants it: a rolling update. Between two restarts there
 * is more time than a lease.
 */
final class QuorumFaults implements Workload {

	private static final int MASTERS = 3;

	private static final Duration LEASE = Duration.ofSeconds(3);

	private static final Duration BETWEEN = Duration.ofMillis(4_500);

	private static final List<String> CONTENDERS = List.of("redisson-red", "redisson-multi", "starter-quorum-delayed");

	@Override
	public String name() {
		return "quorum-restarts";
	}

	@Override
	public String title() {
		return "one lock is held while three masters are restarted empty, one after the other";
	}

	/**
	 * All at once: most of the time they wait.
	 */
	@Override
	public void measure(Run run) {
		for (int round = 1; round <= run.choose(3, 1); round++) {
			run.progress("round " + round);
			List<CompletableFuture<Overlap>> running = CONTENDERS.stream()
				.map((name) -> CompletableFuture.supplyAsync(() -> restart(name), (task) -> new Thread(task).start()))
				.toList();
			for (int i = 0; i < CONTENDERS.size(); i++) {
				Overlap overlap = running.get(i).join();
				run.add("", CONTENDERS.get(i), Metric.TWO_INSIDE, overlap.happened() ? 1 : 0);
				run.add("", CONTENDERS.get(i), Metric.OVERLAP, overlap.millis());
			}
		}
	}

	private static Overlap restart(String name) {
		try (RedisGroup masters = RedisGroup.independent(MASTERS)) {
			Endpoint endpoint = masters.endpoint().lease(LEASE);
			try (Contender one = Contenders.open(name, endpoint); Contender other = Contenders.open(name, endpoint)) {
				Runnable release = one.acquire("long");
				CompletableFuture<Long> entered = new CompletableFuture<>();
				new Thread(() -> {
					Runnable releaseOther = other.acquire("long");
					entered.complete(System.nanoTime());
					releaseOther.run();
				}).start();
				for (int i = 0; i < MASTERS; i++) {
					TimeUnit.NANOSECONDS.sleep(BETWEEN.toNanos());
					masters.restart(i);
				}
				TimeUnit.NANOSECONDS.sleep(BETWEEN.toNanos());
				long end = System.nanoTime();
				Overlap overlap = entered.isDone() ? new Overlap(true, (end - entered.join()) / 1e6)
						: new Overlap(false, 0);
				release(release);
				entered.get(60, TimeUnit.SECONDS); // it is free by now
				return overlap;
			}
		}
		catch (InterruptedException | ExecutionException | TimeoutException ex) {
			throw new IllegalStateException(name, ex);
		}
	}

	private static void release(Runnable release) {
		try {
			release.run();
		}
		catch (RuntimeException ex) {
			// a library that finds that its lock is gone may say so
		}
	}

	/**
	 * Whether two were inside, and for how long.
	 */
	private record Overlap(boolean happened, double millis) {

	}

}
