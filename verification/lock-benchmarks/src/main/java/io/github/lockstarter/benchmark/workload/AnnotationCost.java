package io.github.lockstarter.benchmark.workload;

import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

import io.github.lockstarter.benchmark.jmh.OwnCodeBenchmark;
import io.github.lockstarter.benchmark.report.Metric;

/**
 * What the annotation costs over the template of the same application: by JMH on a store
 * without network, a fork for each round. On Redis the difference drowns in the noise of
 * the network.
 */
final class AnnotationCost implements Workload {

	private static final String TEMPLATE = "template";

	private static final String ANNOTATION = "annotation";

	@Override
	public String name() {
		return "annotation";
	}

	@Override
	public String title() {
		return "an annotated method beside the template, same lock name";
	}

	@Override
	public void measure(Run run) throws Exception {
		for (int round = 1; round <= run.rounds(); round++) {
			run.progress("without network, by JMH, round " + round + " of " + run.rounds());
			double template = byJmh(run, TEMPLATE);
			run.add("no network", ANNOTATION, Metric.DIFFERENCE, byJmh(run, ANNOTATION) - template);
		}
	}

	private static double byJmh(Run run, String method) throws RunnerException {
		RunResult result = new Runner(
				new OptionsBuilder().include(OwnCodeBenchmark.class.getName() + "\\." + method + "$")
					.forks(1)
					.warmupIterations(run.choose(2, 1))
					.measurementIterations(run.choose(3, 1))
					.measurementTime(TimeValue.milliseconds(500))
					.addProfiler(GCProfiler.class)
					.verbosity(VerboseMode.SILENT)
					.build())
			.runSingle();
		double micros = result.getPrimaryResult().getScore();
		run.add("no network", method, Metric.COST, micros);
		run.add("no network", method, Metric.ALLOCATED_PER_CALL,
				result.getSecondaryResults().get("gc.alloc.rate.norm").getScore());
		return micros;
	}

}
