package io.github.lockstarter.benchmark;

import java.util.LinkedHashMap;
import java.util.Map;

import io.github.lockstarter.benchmark.report.Report;
import io.github.lockstarter.benchmark.report.TextTable;
import io.github.lockstarter.benchmark.server.MeasuredRedis;
import io.github.lockstarter.benchmark.workload.Run;
import io.github.lockstarter.benchmark.workload.Workload;
import io.github.lockstarter.benchmark.workload.Workloads;

/**
 * The command: runs all workloads or those named, on one Redis; writes the report; checks
 * the targets.
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
		Options options;
		try {
			options = Options.parse(args);
		}
		catch (IllegalArgumentException ex) {
			System.err.println(ex.getMessage());
			System.exit(2);
			return;
		}
		Report report = Report.in(options.directory());
		for (Workload workload : Workloads.all()) {
			if (!options.isReportOnly() && options.names(workload.name()) && workload.missing().isPresent()) {
				System.err.println(workload.name() + " cannot be measured: " + workload.missing().get());
				System.exit(2);
			}
		}
		if (!options.isReportOnly()) {
			measure(options, report);
		}
		Map<String, String> titles = new LinkedHashMap<>();
		Workloads.all().forEach((workload) -> titles.put(workload.name(), workload.title()));
		report.publish(titles);
		System.out.printf("%ntargets%n");
		boolean reached = report.check();
		System.out.printf("%nThe report is in %s%n", options.directory());
		// some contenders leave threads behind
		System.exit((options.isCheck() && !reached) ? 1 : 0);
	}

	private static void measure(Options options, Report report) throws Exception {
		try (MeasuredRedis redis = options.openRedis()) {
			String environment = Environment.describe(redis, options.command());
			System.out.println(environment);
			long begin = System.nanoTime();
			for (Workload workload : Workloads.all()) {
				if (options.wants(workload.name()) && workload.missing().isPresent()) {
					System.out.printf("%n%s is left out: %s%n", workload.name(), workload.missing().get());
				}
				else if (options.wants(workload.name())) {
					System.out.printf("%n%s: %s%n", workload.name(), workload.title());
					Run run = new Run(workload, redis, options.isQuick(), options.before());
					workload.measure(run);
					TextTable.print(run.results());
					if (!run.results().isEmpty()) {
						report.add(workload.name(), run.results(), environment);
					}
				}
			}
			System.out.printf("%n%d seconds in all%n", (System.nanoTime() - begin) / 1_000_000_000);
		}
	}

}
