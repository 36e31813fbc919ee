package io.github.lockstarter.proof.report;

import java.util.Locale;

/**
 * How long callers waited, in classes that double: class {@code i} ends at
 * {@code 0.125 * 2^i} milliseconds.
 */
final class Latencies {

	private static final int CLASSES = 17;

	private static final double FIRST_MILLIS = 0.125;

	private final long[] counts = new long[CLASSES];

	private long total;

	void add(long nanos) {
		int index = 0;
		while (index < CLASSES - 1 && nanos / 1e6 > end(index)) {
			index++;
		}
		this.counts[index]++;
		this.total++;
	}

	void add(Latencies other) {
		for (int i = 0; i < CLASSES; i++) {
			this.counts[i] += other.counts[i];
		}
		this.total += other.total;
	}

	private static double end(int index) {
		return FIRST_MILLIS * (1 << index);
	}

	/**
	 * A drawing: the share of callers that had their answer within each time.
	 */
	String svg() {
		StringBuilder svg = new StringBuilder(
				"""
						<svg xmlns="http://www.w3.org/2000/svg" width="720" height="300" font-family="sans-serif" font-size="11">
						<rect width="720" height="300" fill="white"/>
						<text x="360" y="18" text-anchor="middle" font-size="13">From a caller's entry to its lock, all runs</text>
						""");
		long most = 1;
		for (long count : this.counts) {
			most = Math.max(most, count);
		}
		for (int i = 0; i < CLASSES; i++) {
			double height = 210.0 * this.counts[i] / most;
			int x = 20 + i * 40;
			svg.append(String.format(Locale.ROOT,
					"<rect x=\"%d\" y=\"%.1f\" width=\"36\" height=\"%.1f\" fill=\"#4472a8\"/>%n", x, 250 - height,
					height));
			svg.append(String.format(Locale.ROOT, "<text x=\"%d\" y=\"%.1f\" text-anchor=\"middle\">%.1f%%</text>%n",
					x + 18, 245 - height, (this.total > 0) ? 100.0 * this.counts[i] / this.total : 0.0));
			svg.append(String.format(Locale.ROOT, "<text x=\"%d\" y=\"266\" text-anchor=\"middle\">%s</text>%n", x + 18,
					label(i)));
		}
		return svg.append("<text x=\"360\" y=\"288\" text-anchor=\"middle\">milliseconds, up to</text>\n</svg>\n")
			.toString();
	}

	private static String label(int index) {
		if (index == CLASSES - 1) {
			return "more";
		}
		double end = end(index);
		return (end < 1) ? String.valueOf(end) : String.valueOf((long) end);
	}

}
