package io.github.lockstarter.benchmark.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The files of a directory: results.csv, environment.txt and RESULTS.md. What was
 * measured earlier and not again stays.
 */
public final class Report {

	private final Path directory;

	private final Results results;

	private final Map<String, String> environments = new LinkedHashMap<>();

	private Report(Path directory) throws IOException {
		this.directory = Files.createDirectories(directory);
		this.results = Results.read(csv());
		if (Files.exists(environment())) {
			for (String line : Files.readAllLines(environment())) {
				int colon = line.indexOf(": ");
				this.environments.put(line.substring(0, colon), line.substring(colon + 2));
			}
		}
	}

	/**
	 * Opens a directory, with what it holds.
	 * @param directory the directory, made if necessary
	 * @return the report
	 * @throws IOException if it cannot be read
	 */
	public static Report in(Path directory) throws IOException {
		return new Report(directory);
	}

	/**
	 * Adds what one workload has measured, and writes it down at once.
	 * @param workload the name of the workload
	 * @param fresh its results
	 * @param environment where and when they were measured, one line
	 * @throws IOException if a file cannot be written
	 */
	public void add(String workload, Collection<Result> fresh, String environment) throws IOException {
		this.results.replace(fresh);
		this.results.write(csv());
		this.environments.put(workload, environment);
		List<String> lines = new ArrayList<>();
		this.environments.forEach((key, value) -> lines.add(key + ": " + value));
		Files.write(environment(), lines);
	}

	/**
	 * Writes the page.
	 * @param titles what each workload is, by its name
	 * @throws IOException if it cannot be written
	 */
	public void publish(Map<String, String> titles) throws IOException {
		new Markdown(this.results, titles, this.environments).write(this.directory.resolve("RESULTS.md"));
	}

	/**
	 * Prints which targets are reached.
	 * @return whether nothing that was measured falls short
	 */
	public boolean check() {
		return Targets.check(this.results);
	}

	private Path csv() {
		return this.directory.resolve("results.csv");
	}

	private Path environment() {
		return this.directory.resolve("environment.txt");
	}

}
