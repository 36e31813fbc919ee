package io.github.lockstarter.benchmark;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.SynchronousQueue;

import io.github.lockstarter.test.TestRedis;

/**
 * The driver: interleaved rounds of each workload, medians, and ratios to the first
 * contender of each workload.
 */
public final class Benchmark {

	private final TestRedis redis;

	private final int rounds;

	private final double seconds;

	private Benchmark(TestRedis redis, int rounds, double seconds) {
		this.redis = redis;
		this.rounds = rounds;
		this.seconds = seconds;
	}

	/**
	 * Runs all workloads, or those named.
	 * @param args rounds, seconds per round, names of workloads
	 * @throws Exception if one fails
	 */
	public static void main(String[] args) throws Exception {
		int rounds = (args.length > 0) ? Integer.parseInt(args[0]) : 5;
		double seconds = (args.length > 1) ? Double.parseDouble(args[1]) : 2;
		List<String> wanted = (args.length > 2) ? Arrays.asList(args).subList(2, args.length) : List.of();
		try (TestRedis redis = TestRedis.start()) {
			System.out.printf("Java %s, %d processors, Redis %s, %d rounds of %.1f s%n", Runtime.version(),
					Runtime.getRuntime().availableProcessors(), redis.info("server").get("redis_version"), rounds,
					seconds);
			Benchmark benchmark = new Benchmark(redis, rounds, seconds);
			Map<String, Callable<Void>> workloads = benchmark.workloads();
			for (Map.Entry<String, Callable<Void>> workload : workloads.entrySet()) {
				if (wanted.isEmpty() || wanted.contains(workload.getKey())) {
					System.out.printf("%n%s%n", workload.getKey());
					workload.getValue().call();
				}
			}
		}
		System.exit(0);
	}

	private Map<String, Callable<Void>> workloads() {
		Map<String, Callable<Void>> workloads = new LinkedHashMap<>();
		workloads.put("uncontended", () -> threads(1, false, "floor", "starter", "redisson"));
		workloads.put("own-keys", () -> threads(16, false, "floor", "starter", "redisson"));
		workloads.put("one-key", () -> threads(16, true, "reentrant-fair", "starter", "redisson"));
		workloads.put("jvms", () -> jvms("redisson", "starter", "redisson-fair", "starter-fair"));
		workloads.put("hand-over", () -> handOver("redisson", "starter"));
		return workloads;
	}

	private Void threads(int threads, boolean oneKey, String... names) throws Exception {
		List<Contender> contenders = new ArrayList<>();
		for (String name : names) {
			contenders.add(Contenders.open(name, this.redis.host(), this.redis.port()));
		}
		Map<String, List<Double>> results = new LinkedHashMap<>();
		for (int round = -1; round < this.rounds; round++) {
			for (int i = 0; i < names.length; i++) {
				double pairs = Load.pairsPerSecond(contenders.get(i), threads,
						(thread) -> oneKey ? "one" : "key:" + thread, this.seconds);
				if (round >= 0) {
					results.computeIfAbsent(names[i], (name) -> new ArrayList<>()).add(pairs);
				}
			}
		}
		contenders.forEach(Contender::close);
		print(results, "pairs/s");
		return null;
	}

	private Void jvms(String... names) throws Exception {
		Map<String, List<Double>> results = new LinkedHashMap<>();
		for (int round = 0; round < this.rounds; round++) {
			for (String name : names) {
				double sum = 0;
				List<Process> workers = new ArrayList<>();
				for (int i = 0; i < 4; i++) {
					workers.add(worker(name, "jvms:" + round));
				}
				for (Process worker : workers) {
					line(worker);
				}
				for (Process worker : workers) {
					worker.getOutputStream().write('\n');
					worker.getOutputStream().flush();
				}
				for (Process worker : workers) {
					sum += Double.parseDouble(line(worker));
					worker.waitFor();
				}
				results.computeIfAbsent(name, (key) -> new ArrayList<>()).add(sum);
			}
		}
		print(results, "pairs/s");
		return null;
	}

	private Process worker(String contender, String lockName) throws IOException {
		return new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Xmx256m", "-cp",
				System.getProperty("java.class.path"), JvmWorker.class.getName(), contender, this.redis.host(),
				Integer.toString(this.redis.port()), lockName, "4", Double.toString(this.seconds))
			.redirectError(ProcessBuilder.Redirect.DISCARD)
			.start();
	}

	private static String line(Process worker) throws IOException {
		BufferedReader reader = new BufferedReader(new InputStreamReader(worker.getInputStream()));
		for (String line = reader.readLine(); line != null; line = reader.readLine()) {
			if (line.equals("ready") || line.matches("[0-9.E]+")) {
				return line;
			}
		}
		throw new IllegalStateException("A worker has ended early");
	}

	/**
	 * From the release call on one instance to the return of the waiting acquire on
	 * another.
	 */
	private Void handOver(String... names) throws Exception {
		Map<String, List<Double>> results = new LinkedHashMap<>();
		for (int round = 0; round < this.rounds; round++) {
			for (String name : names) {
				try (Contender one = Contenders.open(name, this.redis.host(), this.redis.port());
						Contender other = Contenders.open(name, this.redis.host(), this.redis.port())) {
					results.computeIfAbsent(name, (key) -> new ArrayList<>()).add(medianHandOver(one, other));
				}
			}
		}
		print(results, "us");
		return null;
	}

	private double medianHandOver(Contender one, Contender other) throws Exception {
		List<Double> micros = new ArrayList<>();
		for (int i = 0; i < 300; i++) {
			Runnable release = one.acquire("handed");
			SynchronousQueue<Long> returned = new SynchronousQueue<>();
			Thread waiter = new Thread(() -> {
				Runnable next = other.acquire("handed");
				long now = System.nanoTime();
				next.run();
				try {
					returned.put(now);
				}
				catch (InterruptedException ex) {
					Thread.currentThread().interrupt();
				}
			});
			waiter.start();
			Thread.sleep(5); // the waiter is in the queue by then; a release that comes
								// too
								// early shows as a long hand-over
			long begin = System.nanoTime();
			release.run();
			micros.add((returned.take() - begin) / 1e3);
			waiter.join();
		}
		return median(micros.subList(100, micros.size()));
	}

	private static void print(Map<String, List<Double>> results, String unit) {
		double base = median(results.values().iterator().next());
		results.forEach((name, values) -> System.out.printf(Locale.ROOT, "  %-16s %10.0f %s  (%.0f to %.0f)  %.2f%n",
				name, median(values), unit, values.stream().min(Double::compare).orElseThrow(),
				values.stream().max(Double::compare).orElseThrow(), median(values) / base));
	}

	private static double median(List<Double> values) {
		List<Double> sorted = values.stream().sorted().toList();
		return sorted.get(sorted.size() / 2);
	}

}
