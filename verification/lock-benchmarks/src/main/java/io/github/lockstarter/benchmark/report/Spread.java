package io.github.lockstarter.benchmark.report;

import java.util.List;

/**
 * What several rounds came to.
 *
 * @param median the value in the middle
 * @param least the least one
 * @param largest the largest one
 */
public record Spread(double median, double least, double largest) {

	static Spread of(List<Double> rounds) {
		return new Spread(Statistics.median(rounds), Statistics.percentile(rounds, 0),
				Statistics.percentile(rounds, 100));
	}

}
