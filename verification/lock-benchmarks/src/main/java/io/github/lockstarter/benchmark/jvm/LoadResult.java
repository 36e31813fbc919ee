package io.github.lockstarter.benchmark.jvm;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

import org.HdrHistogram.Histogram;

/**
 * What came of a load.
 *
 * @param pairsPerSecond pairs of acquire and release per second, of all threads
 * @param medianMicros the median of a pair's time
 * @param p99Micros its 99th percentile
 * @param longestMicros its maximum: as good as the longest wait, because the work is
 * nothing
 * @param counts the pairs of each thread
 */
public record LoadResult(double pairsPerSecond, double medianMicros, double p99Micros, double longestMicros,
		List<Double> counts) {

	static LoadResult of(Histogram[] histograms, double seconds) {
		Histogram sum = new Histogram(2);
		for (Histogram histogram : histograms) {
			sum.add(histogram);
		}
		return new LoadResult(sum.getTotalCount() / seconds, sum.getValueAtPercentile(50) / 1e3,
				sum.getValueAtPercentile(99) / 1e3, sum.getMaxValue() / 1e3,
				Arrays.stream(histograms).map((histogram) -> (double) histogram.getTotalCount()).toList());
	}

	/**
	 * Sums up the results of several JVMs. The median and the percentile are those of the
	 * worst JVM.
	 * @param parts the results
	 * @return the result of all
	 */
	public static LoadResult sum(List<LoadResult> parts) {
		return new LoadResult(parts.stream().mapToDouble(LoadResult::pairsPerSecond).sum(),
				max(parts.stream().mapToDouble(LoadResult::medianMicros)),
				max(parts.stream().mapToDouble(LoadResult::p99Micros)),
				max(parts.stream().mapToDouble(LoadResult::longestMicros)),
				parts.stream().flatMap((part) -> part.counts().stream()).toList());
	}

	private static double max(DoubleStream values) {
		return values.max().orElse(0);
	}

	/**
	 * Jain's index: one if all threads had the same number of pairs, 1/n if one had all.
	 * @return the fairness
	 */
	public double fairness() {
		double sum = this.counts.stream().mapToDouble(Double::doubleValue).sum();
		double squares = this.counts.stream().mapToDouble((count) -> count * count).sum();
		return (squares != 0) ? sum * sum / (this.counts.size() * squares) : 0;
	}

	String toLine() {
		return Stream
			.concat(Stream.of(this.pairsPerSecond, this.medianMicros, this.p99Micros, this.longestMicros),
					this.counts.stream())
			.map(String::valueOf)
			.collect(Collectors.joining(" "));
	}

	static LoadResult ofLine(String line) {
		List<Double> values = Arrays.stream(line.split(" ")).map(Double::valueOf).toList();
		return new LoadResult(values.get(0), values.get(1), values.get(2), values.get(3),
				values.subList(4, values.size()));
	}

}
