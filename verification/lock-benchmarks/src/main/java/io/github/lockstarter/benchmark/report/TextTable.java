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
		results.forEach((result) -> groups.add(result.group()));
		for (String group : groups) {
			results.stream().filter((result) -> result.group().equals(group)).forEach((result) -> {
				Result first = result.firstIn(results);
				if (result == first) {
					System.out.printf("  %s%s [%s]%n", result.setting().isEmpty() ? "" : result.setting() + ": ",
							result.metric(), result.unit());
				}
				System.out.printf("    %-20s %10s   (%s to %s)%s%n", result.contender(), figure(result.median()),
						figure(result.min()), figure(result.max()), ratio(result, first));
			});
		}
	}

	private static String ratio(Result result, Result first) {
		return (result != first && first.median() != 0)
				? String.format(Locale.ROOT, "   x %.2f", result.median() / first.median()) : "";
	}

	static String figure(double value) {
		double size = Math.abs(value);
		return String.format(Locale.ROOT, (size >= 100) ? "%.0f" : (size >= 10) ? "%.1f" : "%.2f", value);
	}

}
