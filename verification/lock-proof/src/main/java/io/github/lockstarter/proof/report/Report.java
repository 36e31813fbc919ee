package io.github.lockstarter.proof.report;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;

import io.github.lockstarter.proof.campaign.CampaignResult;
import io.github.lockstarter.proof.checker.Findings;
import io.github.lockstarter.proof.history.FaultKind;
import io.github.lockstarter.proof.mutation.MutantResult;

/**
 * Writes {@code REPORT.md}.
 */
final class Report {

	private final List<RunSummary> runs = new ArrayList<>();

	private List<MutantResult> mutants = List.of();

	void add(CampaignResult result) {
		this.runs.add(new RunSummary(result));
	}

	void mutants(List<MutantResult> results) {
		this.mutants = results;
	}

	long violations() {
		return this.runs.stream().mapToLong(RunSummary::violations).sum();
	}

	long operations() {
		return sum(this.runs, (run) -> run.operations);
	}

	void write(Path directory) {
		StringBuilder text = new StringBuilder("# Fault campaign: report\n\n");
		text.append("Written by the command in [README.md](README.md). Java ")
			.append(System.getProperty("java.version"))
			.append(", ")
			.append(System.getProperty("os.name"))
			.append(", ")
			.append(Runtime.getRuntime().availableProcessors())
			.append(" processors, redis-server 7.0.15.\n\n");
		totals(text);
		faults(text);
		checks(text);
		waits(text);
		mutants(text);
		try {
			Files.createDirectories(directory);
			Files.writeString(directory.resolve("REPORT.md"), text);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private void totals(StringBuilder text) {
		text.append("| run | seconds | operations | entered | contended | faults | violations |\n");
		text.append("| --- | ---: | ---: | ---: | ---: | ---: | ---: |\n");
		for (RunSummary run : this.runs) {
			text.append("| seed %d | %d | %,d | %,d | %,d | %d | **%d** |%n".formatted(run.seed, run.seconds,
					run.operations, run.entered, run.contended, count(run.faults), run.violations()));
		}
		text.append("| all | %d | %,d | %,d | %,d | %d | **%d** |%n%n".formatted(sum(this.runs, (run) -> run.seconds),
				sum(this.runs, (run) -> run.operations), sum(this.runs, (run) -> run.entered),
				sum(this.runs, (run) -> run.contended), sum(this.runs, (run) -> count(run.faults)), violations()));
		text.append("The resource refused %,d writes of holders whose time was over.%n%n"
			.formatted(sum(this.runs, (run) -> run.refusedFencedWrites)));
	}

	private void faults(StringBuilder text) {
		text.append("## Faults\n\nCounted are those that were seen to take effect.\n\n");
		text.append("| kind | took effect | without effect | excuses |\n| --- | ---: | ---: | --- |\n");
		for (FaultKind kind : FaultKind.values()) {
			long seen = sum(this.runs, (run) -> run.faults.getOrDefault(kind, 0));
			long unseen = sum(this.runs, (run) -> run.withoutEffect.getOrDefault(kind, 0));
			String excuses = Arrays.stream(FaultKind.Effect.values())
				.filter(kind::excuses)
				.map((effect) -> effect.name().toLowerCase(Locale.ROOT).replace('_', ' '))
				.collect(Collectors.joining(", "));
			text.append(
					"| %s | %d | %d | %s |%n".formatted(kind, seen, unseen, excuses.isEmpty() ? "nothing" : excuses));
		}
		text.append("\nThe server's clock is set by scripts that read a shifted `TIME`. ");
		text.append("Setting it below Redis, with libfaketime: not available, the embedded server is static.\n\n");
	}

	private void checks(StringBuilder text) {
		text.append("## Checks\n\nWhat is not promised is excluded case by case and counted here.\n\n");
		text.append("| check | promise | cases | violations | excluded |\n| --- | --- | ---: | ---: | --- |\n");
		Map<String, List<Findings>> byCheck = this.runs.stream()
			.flatMap((run) -> run.findings.stream())
			.collect(Collectors.groupingBy(Findings::check, LinkedHashMap::new, Collectors.toList()));
		byCheck.forEach((check, all) -> {
			Map<String, Long> excluded = new TreeMap<>();
			all.forEach((found) -> found.excludedCases()
				.forEach((reason, count) -> excluded.merge(reason, count, Long::sum)));
			String reasons = excluded.entrySet()
				.stream()
				.map((entry) -> "%,d: %s".formatted(entry.getValue(), entry.getKey()))
				.collect(Collectors.joining("<br>"));
			text.append("| %s | %s | %,d | **%d** | %s |%n".formatted(check, all.get(0).promise(),
					all.stream().mapToLong(Findings::cases).sum(),
					all.stream().mapToLong(Findings::violationCount).sum(), reasons));
		});
		text.append('\n');
		for (RunSummary run : this.runs) {
			for (Findings found : run.findings) {
				found.violations()
					.forEach((violation) -> text.append("- seed ")
						.append(run.seed)
						.append(", ")
						.append(found.check())
						.append(": ")
						.append(violation)
						.append('\n'));
			}
		}
	}

	private void waits(StringBuilder text) {
		Latencies all = new Latencies();
		this.runs.forEach((run) -> all.add(run.latencies));
		text.append("## Waits\n\nFrom a caller's request to its lock, all runs:\n\n")
			.append(all.table())
			.append("\nThe longest of each run:\n\n");
		for (RunSummary run : this.runs) {
			text.append("- ").append(String.join("; ", run.longestWaits)).append('\n');
		}
		text.append('\n');
	}

	private void mutants(StringBuilder text) {
		if (this.mutants.isEmpty()) {
			return;
		}
		text.append(
				"## Seeded bugs\n\nEach is put into the real sources and has a minute to show. A control is the same load on the real ones.\n\n");
		text.append("| bug | what is wrong | seen by | after | seed |\n| --- | --- | --- | ---: | ---: |\n");
		for (MutantResult mutant : this.mutants) {
			text.append("| %s | %s | %s | %d s | %d |%n".formatted(mutant.name(), mutant.bug(),
					mutant.isCaught() ? String.join(", ", mutant.checks()) : "nobody", mutant.seconds(),
					mutant.seed()));
		}
		text.append('\n');
	}

	private static long count(Map<FaultKind, Integer> faults) {
		return faults.values().stream().mapToLong(Integer::longValue).sum();
	}

	private static long sum(List<RunSummary> runs, ToLongFunction<RunSummary> number) {
		return runs.stream().mapToLong(number).sum();
	}

}
