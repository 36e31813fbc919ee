package io.github.lockstarter.benchmark.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.Set;

/**
 * All results of one or more runs. Kept as a file of comma-separated values: a later run
 * replaces the workloads that it has measured and leaves the others.
 */
public final class Results {

	private static final String HEADER = "workload,setting,contender,metric,unit,median,min,max,ratio";

	private final List<Result> all = new ArrayList<>();

	/**
	 * Reads a file.
	 * @param file the file, which need not exist
	 * @return what it holds
	 * @throws IOException if it cannot be read
	 */
	public static Results read(Path file) throws IOException {
		Results results = new Results();
		if (Files.exists(file)) {
			for (String line : Files.readAllLines(file)) {
				if (!line.equals(HEADER)) {
					String[] cells = line.split(",");
					results.all.add(new Result(cells[0], cells[1], cells[2], cells[3], cells[4], new Spread(
							Double.parseDouble(cells[5]), Double.parseDouble(cells[6]), Double.parseDouble(cells[7]))));
				}
			}
		}
		return results;
	}

	/**
	 * Replaces the results of a workload, if there are new ones.
	 * @param fresh the new results, of one workload
	 */
	public void replace(Collection<Result> fresh) {
		Set<String> workloads = new LinkedHashSet<>();
		fresh.forEach((result) -> workloads.add(result.workload()));
		this.all.removeIf((result) -> workloads.contains(result.workload()));
		this.all.addAll(fresh);
	}

	/**
	 * Writes a file. The ratio is the one to the first contender of the same setting and
	 * metric.
	 * @param file the file
	 * @throws IOException if it cannot be written
	 */
	public void write(Path file) throws IOException {
		List<String> lines = new ArrayList<>();
		lines.add(HEADER);
		for (Result result : this.all) {
			double first = result.firstIn(this.all).median();
			lines.add(String.join(",", result.workload(), result.setting(), result.contender(), result.metric(),
					result.unit(), number(result.median()), number(result.min()), number(result.max()),
					(first != 0) ? number(result.median() / first) : ""));
		}
		Files.write(file, lines);
	}

	private static String number(double value) {
		return String.format(Locale.ROOT, "%.3f", value);
	}

	/**
	 * The results of one workload.
	 * @param workload its name
	 * @return its results in order
	 */
	public List<Result> of(String workload) {
		return this.all.stream().filter((result) -> result.workload().equals(workload)).toList();
	}

	/**
	 * One figure.
	 * @param workload the workload
	 * @param setting the setting
	 * @param contender the contender
	 * @param metric the metric
	 * @return its median, if it was measured
	 */
	public OptionalDouble median(String workload, String setting, String contender, Metric metric) {
		return this.all.stream()
			.filter((result) -> result.workload().equals(workload) && result.setting().equals(setting)
					&& result.contender().equals(contender) && result.isAbout(metric))
			.mapToDouble(Result::median)
			.findFirst();
	}

}
