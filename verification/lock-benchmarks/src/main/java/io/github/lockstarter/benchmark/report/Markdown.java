package io.github.lockstarter.benchmark.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Results as a page.
 */
public final class Markdown {

	private final Results results;

	private final Map<String, String> titles;

	private final Map<String, String> environments;

	/**
	 * Prepares the page.
	 * @param results what was measured
	 * @param titles what each workload is, by its name
	 * @param environments where and when each workload was measured, by its name
	 */
	public Markdown(Results results, Map<String, String> titles, Map<String, String> environments) {
		this.results = results;
		this.titles = titles;
		this.environments = environments;
	}

	/**
	 * Writes the page.
	 * @param file the page
	 * @throws IOException if it cannot be written
	 */
	public void write(Path file) throws IOException {
		List<String> lines = new ArrayList<>(List.of("# Results", "",
				"Written by `verification/lock-benchmarks/run`. Medians of interleaved rounds; least and largest round in brackets; then "
						+ "the ratio to the first contender of the table. What the words mean is in "
						+ "[README.md](README.md), all figures are in [results.csv](results.csv).",
				"", "## Targets", "", "```"));
		lines.addAll(Targets.lines(this.results));
		lines.addAll(List.of("```", "", "## Where and when", ""));
		new LinkedHashSet<>(this.environments.values())
			.forEach((environment) -> lines.add("- " + String.join(", ", workloads(environment)) + ": " + environment));
		this.titles.forEach((workload, title) -> section(lines, workload, title));
		Files.write(file, lines);
	}

	private List<String> workloads(String environment) {
		return this.environments.keySet()
			.stream()
			.filter((workload) -> environment.equals(this.environments.get(workload)))
			.toList();
	}

	private void section(List<String> lines, String workload, String title) {
		List<Result> shown = this.results.of(workload);
		if (shown.isEmpty()) {
			return;
		}
		lines.addAll(List.of("", "## " + workload, "", title));
		Set<String> settings = new LinkedHashSet<>();
		shown.forEach((result) -> settings.add(result.setting()));
		for (String setting : settings) {
			table(lines, setting, shown.stream().filter((result) -> result.setting().equals(setting)).toList());
		}
	}

	private static void table(List<String> lines, String setting, List<Result> shown) {
		Set<String> metrics = new LinkedHashSet<>();
		Set<String> contenders = new LinkedHashSet<>();
		shown.forEach((result) -> {
			metrics.add(heading(result));
			contenders.add(result.contender());
		});
		lines.add("");
		lines.add("| " + setting + " | " + String.join(" | ", metrics) + " |");
		lines.add("| --- |" + " ---: |".repeat(metrics.size()));
		for (String contender : contenders) {
			StringBuilder line = new StringBuilder("| " + contender + " |");
			for (String metric : metrics) {
				line.append(' ')
					.append(shown.stream()
						.filter((result) -> result.contender().equals(contender) && heading(result).equals(metric))
						.map((result) -> cell(result, result.firstIn(shown)))
						.findFirst()
						.orElse(""))
					.append(" |");
			}
			lines.add(line.toString());
		}
	}

	private static String heading(Result result) {
		return result.metric() + " (" + result.unit() + ")";
	}

	private static String cell(Result result, Result first) {
		StringBuilder cell = new StringBuilder(TextTable.figure(result.median()));
		if (result.min() != result.max()) {
			cell.append(" (%s…%s)".formatted(TextTable.figure(result.min()), TextTable.figure(result.max())));
		}
		if (result != first && first.median() > 0) {
			cell.append(" ×").append(TextTable.figure(result.median() / first.median()));
		}
		return cell.toString();
	}

}
