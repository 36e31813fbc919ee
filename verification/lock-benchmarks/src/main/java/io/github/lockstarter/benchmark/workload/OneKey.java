package io.github.lockstarter.benchmark.workload;

import java.util.ArrayList;
import java.util.List;

import io.github.lockstarter.benchmark.jvm.LoadResult;
import io.github.lockstarter.benchmark.jvm.WorkerJvm;
import io.github.lockstarter.benchmark.report.Metric;

/**
 * Threads of several JVMs that all want one key.
 *
 * @param workers the JVMs
 * @param key the lock
 * @param threads how many in each of them
 */
record OneKey(List<WorkerJvm> workers, String key, int threads) {

	private static final int PASSES = 6;

	// Of one processor, in percent: what is compiled then is not what all run.
	private static final double COMPILED = 5;

	/**
	 * Lets each contender run as it will be measured, until the compilers have little to
	 * do: in the seconds after the start they need more of the processors than the lock
	 * does, and the longer, the fewer entries a contender has in a second. It goes from
	 * one contender to the next again and again, because what they share is compiled anew
	 * when another one comes to use it.
	 * @param run whose contenders they are
	 * @param contenders their names
	 * @param seconds for how long each of them at most
	 */
	void warmUp(Run run, List<String> contenders, double seconds) {
		List<String> cold = new ArrayList<>(contenders);
		for (int pass = 1; pass <= PASSES && !cold.isEmpty(); pass++) {
			run.progress("warming up " + String.join(", ", cold));
			cold.removeIf((name) -> load(name, seconds / PASSES).compilers() < COMPILED);
		}
	}

	/**
	 * Measures one contender.
	 * @param run whose contender it is
	 * @param setting what it is measured in
	 * @param contender its name
	 * @param seconds for how long
	 */
	void addTo(Run run, String setting, String contender, double seconds) {
		Load load = load(contender, seconds);
		run.add(setting, contender, Metric.THROUGHPUT, load.result().pairsPerSecond());
		run.add(setting, contender, Metric.FAIRNESS, load.result().fairness());
		run.add(setting, contender, Metric.LONGEST, load.result().longestMicros() / 1e3);
		run.add(setting, contender, Metric.COMPILERS, load.compilers());
	}

	/**
	 * Lets one contender run.
	 * @param contender its name
	 * @param seconds for how long
	 * @return what came of it
	 */
	Load load(String contender, double seconds) {
		double before = compilerMillis();
		LoadResult result = WorkerJvm.load(this.workers, "load", contender, this.key, this.threads, seconds);
		return new Load(result, (compilerMillis() - before) / (10 * seconds));
	}

	private double compilerMillis() {
		return this.workers.stream().mapToDouble((worker) -> Double.parseDouble(worker.call("compilers"))).sum();
	}

	/**
	 * What came of a load.
	 *
	 * @param result the pairs
	 * @param compilers how busy the compilers of the JVMs were meanwhile, in percent of
	 * one processor
	 */
	record Load(LoadResult result, double compilers) {

	}

}
