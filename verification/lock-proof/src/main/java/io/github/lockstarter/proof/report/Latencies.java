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
	 * A table: the share of callers that had their lock within each time.
	 */
	String table() {
		StringBuilder table = new StringBuilder("| milliseconds, up to | callers |\n| ---: | ---: |\n");
		for (int i = 0; i < CLASSES; i++) {
			table.append(String.format(Locale.ROOT, "| %s | %.1f %% |%n", label(i),
					(this.total > 0) ? 100.0 * this.counts[i] / this.total : 0.0));
		}
		return table.toString();
	}

	private static String label(int index) {
		if (index == CLASSES - 1) {
			return "more";
		}
		double end = end(index);
		return (end < 1) ? String.valueOf(end) : String.valueOf((long) end);
	}

}
