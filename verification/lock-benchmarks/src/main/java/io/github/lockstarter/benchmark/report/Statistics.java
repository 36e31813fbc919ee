package io.github.lockstarter.benchmark.report;

import java.util.List;

/**
 * Medians and the like.
 */
public final class Statistics {

	private Statistics() {
	}

	/**
	 * The value in the middle, or the mean of the two there.
	 * @param values some values, at least one
	 * @return their median
	 */
	public static double median(List<Double> values) {
		List<Double> sorted = values.stream().sorted().toList();
		int middle = sorted.size() / 2;
		return (sorted.size() % 2 != 0) ? sorted.get(middle) : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
	}

	/**
	 * A percentile, by the nearest rank.
	 * @param values some values, at least one
	 * @param percent from 0 to 100
	 * @return the value below which so many of them are
	 */
	public static double percentile(List<Double> values, double percent) {
		List<Double> sorted = values.stream().sorted().toList();
		return sorted.get(Math.min(sorted.size() - 1, (int) (sorted.size() * percent / 100)));
	}

}
