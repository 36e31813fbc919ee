package io.github.lockstarter.benchmark.report;

import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Set;

/**
 * Results as people read them on a terminal.
 */
public final class TextTable {

	private TextTable() {
	}

	/**
	 * Prints a line for each figure: median, least, largest, and the ratio to the first
	 * contender of the same setting and metric.
	 * @param results the results of one workload
	 */
	public static void print(Collection<Result> results) {
		Set<String> groups = new LinkedHashSet<>();
		results.forEach((result) -> groups.add(group(result)));
		for (String group : groups) {
			System.out.printf("  %s%n", group);
			Result first = null;
			for (Result result : results) {
				if (group(result).equals(group)) {
					first = (first != null) ? first : result;
					System.out.printf(Locale.ROOT, "    %-22s %12s   (%s to %s)%s%n", result.contender(),
							figure(result.median()), figure(result.min()), figure(result.max()),
							(first != result && first.median() != 0)
									? String.format(Locale.ROOT, "   x %.2f", result.median() / first.median()) : "");
				}
			}
		}
	}

	private static String group(Result result) {
		return (result.setting().isEmpty() ? "" : result.setting() + ": ") + result.metric() + " [" + result.unit()
				+ "]";
	}

	static String figure(double value) {
		double size = Math.abs(value);
		return String.format(Locale.ROOT, (size >= 100) ? "%.0f" : (size >= 10) ? "%.1f" : "%.2f", value);
	}

}
