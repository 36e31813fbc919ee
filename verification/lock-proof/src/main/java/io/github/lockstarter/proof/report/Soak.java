package io.github.lockstarter.proof.report;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.github.lockstarter.proof.campaign.Campaign;
import io.github.lockstarter.proof.campaign.CampaignResult;
import io.github.lockstarter.proof.campaign.CampaignSettings;
import io.github.lockstarter.proof.campaign.Size;
import io.github.lockstarter.proof.mutation.MutationGate;
import io.github.lockstarter.proof.workload.Servers;

/**
 * Runs for as long as one likes, one campaign after the other with a new seed each, and
 * writes the report after each of them. The histories of a run that broke a promise stay.
 */
public final class Soak {

	private static final Duration RUN = Duration.ofMinutes(5);

	private Soak() {
	}

	/**
	 * Runs it. It ends with status 1 if a promise was broken.
	 * @param args words of the form name=value: minutes (5), operations (ends when there
	 * have been so many), seed, report (docs/proof), directory (target/proof), store,
	 * standby, pooler, quorum or cluster (the number of masters), min-replicas, sentinel,
	 * restart-delay, threads, locks, rest (of a target between two faults), gate (true
	 * runs the seeded bugs)
	 * @throws InterruptedException if it is interrupted
	 */
	public static void main(String[] args) throws InterruptedException {
		Map<String, String> words = Arrays.stream(args)
			.map((word) -> (word.contains("=") ? word : word + "=").split("=", 2))
			.collect(Collectors.toMap((pair) -> pair[0], (pair) -> pair[1]));
		long minutes = Long.parseLong(words.getOrDefault("minutes", "5"));
		Random seeds = new Random(Long.parseLong(words.getOrDefault("seed", "" + System.nanoTime())));
		Path runs = Path.of(words.getOrDefault("directory", "target/proof"));
		Path directory = Path.of(words.getOrDefault("report", "docs/proof"));
		Report report = new Report();
		long operations = Long.parseLong(words.getOrDefault("operations", "" + Long.MAX_VALUE));
		Servers servers = Servers.of(words);
		long end = System.nanoTime() + Duration.ofMinutes(minutes).toNanos();
		long seed = seeds.nextInt(1_000_000);
		do {
			Duration left = Duration.ofNanos(end - System.nanoTime());
			run(report,
					CampaignSettings.of(seed, Campaign.directory(runs, "seed-" + seed + "-"))
						.in(servers, Servers.masters(words))
						.size(Size.of(servers).with(words))
						.until(0, 0, (left.compareTo(RUN) < 0) ? left : RUN));
			report.write(directory);
			seed = seeds.nextInt(1_000_000);
		}
		while (System.nanoTime() - end < 0 && report.operations() < operations);
		if (Boolean.parseBoolean(words.get("gate"))) {
			report.mutants(new MutationGate(runs, System.out::println).run((name) -> true, 1));
			report.write(directory);
		}
		System.exit((report.violations() > 0) ? 1 : 0);
	}

	private static void run(Report report, CampaignSettings settings) throws InterruptedException {
		System.out.println("Seed " + settings.seed());
		CampaignResult result = new Campaign(settings, System.out::println).run();
		System.out.println(result.summary());
		report.add(result);
		if (result.violationCount() == 0) {
			delete(settings.directory());
		}
		else {
			System.out.println("The histories of seed " + settings.seed() + " stay in " + settings.directory());
		}
	}

	private static void delete(Path directory) {
		try (Stream<Path> files = Files.walk(directory)) {
			for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
				Files.delete(file);
			}
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
