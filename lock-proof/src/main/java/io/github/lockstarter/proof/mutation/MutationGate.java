package io.github.lockstarter.proof.mutation;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Stream;

import io.github.lockstarter.proof.campaign.Campaign;
import io.github.lockstarter.proof.campaign.CampaignResult;
import io.github.lockstarter.proof.campaign.CampaignSettings;
import io.github.lockstarter.proof.checker.Findings;
import io.github.lockstarter.proof.overlay.Overlay;
import io.github.lockstarter.proof.workload.Servers;

/**
 * Runs the load on each seeded bug, in rounds with a new seed each, until the check that
 * it is there for sees it, or a minute is over.
 */
public final class MutationGate {

	private static final Duration ROUND = Duration.ofSeconds(12);

	private static final int ROUNDS = 5;

	private final Path directory;

	private final Consumer<String> progress;

	/**
	 * Creates the gate.
	 * @param directory where the runs go
	 * @param progress is told of each bug
	 */
	public MutationGate(Path directory, Consumer<String> progress) {
		this.directory = directory;
		this.progress = progress;
	}

	private static List<Mutant> all() {
		return Stream.of(Mutants.all(), QuorumMutants.all(), ClusterMutants.all()).flatMap(List::stream).toList();
	}

	/**
	 * The names of the seeded bugs.
	 * @return the names
	 */
	public static List<String> names() {
		return all().stream().map(Mutant::name).toList();
	}

	/**
	 * Makes each seeded bug without running it.
	 * @return how many there are
	 * @throws IllegalStateException if one cannot be made any more
	 */
	public int makeAll() {
		all().forEach(this::make);
		return all().size();
	}

	/**
	 * Runs the gate.
	 * @param wanted which bugs, by name
	 * @param seed the first seed
	 * @return what became of them
	 * @throws InterruptedException if it is interrupted
	 */
	public List<MutantResult> run(Predicate<String> wanted, long seed) throws InterruptedException {
		List<MutantResult> results = new ArrayList<>();
		for (Mutant mutant : all()) {
			if (wanted.test(mutant.name())) {
				MutantResult result = run(mutant, seed);
				this.progress.accept("%-40s %s after %ds (seed %d): %s".formatted(mutant.name(),
						result.isCaught() ? "seen by " + result.checks() : "not seen", result.seconds(), result.seed(),
						result.example()));
				results.add(result);
			}
		}
		return results;
	}

	private MutantResult run(Mutant mutant, long seed) throws InterruptedException {
		Overlay overlay = make(mutant);
		long seconds = 0;
		for (int round = 0; round < (mutant.isControl() ? 1 : ROUNDS); round++) {
			CampaignSettings settings = mutant.load()
				.on(CampaignSettings.of(seed + round, Campaign.directory(this.directory, "mutant-")))
				.until(0, 0, ROUND)
				.inFront(overlay.directory());
			CampaignResult result = new Campaign(settings, (word) -> {
			}).run();
			seconds += result.took().toSeconds();
			if (mutant.isControl()) {
				ensureJudged(mutant, result);
			}
			List<Findings> broken = result.findings()
				.stream()
				.filter((findings) -> findings.violationCount() > 0)
				.toList();
			List<String> checks = broken.stream().map(Findings::check).toList();
			if (mutant.isSeen(checks)) {
				return new MutantResult(mutant.name(), mutant.bug(), checks, example(mutant, broken), seed + round,
						seconds);
			}
		}
		return new MutantResult(mutant.name(), mutant.bug(), List.of(), "", seed, seconds);
	}

	/**
	 * A load in which nothing happens would see no bug.
	 */
	private static void ensureJudged(Mutant control, CampaignResult result) {
		boolean handedOver = control.load().servers() != Servers.ONE || result.enteredByMessageCount() > 0;
		if (result.enteredCount() == 0 || !handedOver) {
			throw new IllegalStateException(
					control.name() + ": nobody got a lock, or none by a message, so nothing was judged"
							+ System.lineSeparator() + result.summary());
		}
	}

	private static String example(Mutant mutant, List<Findings> broken) {
		return broken.stream()
			.filter((findings) -> mutant.isSeen(List.of(findings.check())))
			.map((findings) -> findings.violations().get(0))
			.findFirst()
			.orElseThrow();
	}

	private Overlay make(Mutant mutant) {
		try {
			Files.createDirectories(this.directory);
			Path parent = Files.createTempDirectory(this.directory, "overlay-");
			Overlay overlay = new Overlay(parent.resolve("front"));
			Files.createDirectories(overlay.directory());
			mutant.change().accept(overlay);
			return overlay.compile();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
