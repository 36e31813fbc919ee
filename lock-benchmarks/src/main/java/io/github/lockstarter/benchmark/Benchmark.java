package io.github.lockstarter.benchmark;

import java.util.ArrayList;
import java.util.List;

import io.github.lockstarter.benchmark.report.Result;
import io.github.lockstarter.benchmark.report.TextTable;
import io.github.lockstarter.benchmark.server.MeasuredRedis;
import io.github.lockstarter.benchmark.workload.Run;
import io.github.lockstarter.benchmark.workload.Workload;
import io.github.lockstarter.benchmark.workload.Workloads;

/**
 * The command: runs all workloads or those named, on one Redis.
 */
public final class Benchmark {

	private Benchmark() {
	}

	/**
	 * Runs the benchmarks.
	 * @param args see {@link Options}
	 * @throws Exception if a contender fails
	 */
	public static void main(String[] args) throws Exception {
		Options options = Options.parse(args);
		try (MeasuredRedis redis = options.openRedis()) {
			System.out.printf("Java %s, %d processors, %s %s, Redis %s%n", Runtime.version(),
					Runtime.getRuntime().availableProcessors(), System.getProperty("os.name"),
					System.getProperty("os.arch"), redis.description());
			List<Result> all = new ArrayList<>();
			for (Workload workload : Workloads.all()) {
				if (options.wants(workload.name())) {
					System.out.printf("%n%s: %s%n", workload.name(), workload.title());
					Run run = new Run(workload, redis, options.isQuick());
					workload.measure(run);
					TextTable.print(run.results());
					all.addAll(run.results());
				}
			}
		}
		System.exit(0); // some contenders leave threads behind
	}

}
