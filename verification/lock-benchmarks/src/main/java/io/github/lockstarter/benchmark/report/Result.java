package io.github.lockstarter.benchmark.report;

import java.util.Collection;
import java.util.List;

/**
 * One figure: what one contender did in one setting of a workload, once for each round.
 *
 * @param workload the name of the workload
 * @param setting what was varied, such as the number of threads; may be empty
 * @param contender the name of the contender
 * @param metric what was measured
 * @param unit its unit
 * @param rounds what the rounds came to
 */
public record Result(String workload, String setting, String contender, String metric, String unit, Spread rounds) {

	/**
	 * A line of results.csv.
	 * @throws IllegalArgumentException if it could not be read from there
	 */
	public Result {
		if (workload.concat(setting).concat(contender).contains(",")) {
			throw new IllegalArgumentException(
					"A comma in '" + workload + "', '" + setting + "' or '" + contender + "'");
		}
	}

	/**
	 * A result of several rounds.
	 * @param workload the name of the workload
	 * @param setting what was varied
	 * @param contender the name of the contender
	 * @param metric what was measured
	 * @param values one for each round
	 * @return the result
	 */
	public static Result of(String workload, String setting, String contender, Metric metric, List<Double> values) {
		return new Result(workload, setting, contender, metric.title(), metric.unit(), Spread.of(values));
	}

	double median() {
		return this.rounds.median();
	}

	double min() {
		return this.rounds.least();
	}

	double max() {
		return this.rounds.largest();
	}

	boolean isAbout(Metric metric) {
		return this.metric.equals(metric.title()) && this.unit.equals(metric.unit());
	}

	/**
	 * What the figure can be compared with: the same workload, setting and metric.
	 */
	String group() {
		return String.join(",", this.workload, this.setting, this.metric, this.unit);
	}

	/**
	 * The one that the others of its group are compared with.
	 */
	Result firstIn(Collection<Result> results) {
		return results.stream().filter((result) -> result.group().equals(group())).findFirst().orElse(this);
	}

}
