package io.github.lockstarter.proof.mutation;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.github.lockstarter.proof.campaign.Campaign;
import io.github.lockstarter.proof.campaign.CampaignResult;
import io.github.lockstarter.proof.campaign.CampaignSettings;
import io.github.lockstarter.proof.checker.Findings;
import io.github.lockstarter.proof.fault.ConsulEnsemble;
import io.github.lockstarter.proof.fault.EtcdEnsemble;
import io.github.lockstarter.proof.overlay.Overlay;
import io.github.lockstarter.proof.workload.Servers;

/**
 * Runs the load on each seeded bug, in rounds with a new seed each, until the check that
 * it is there for sees it, or a minute is over. The first round is short: most bugs are
 * seen in it.
 */
public final class MutationGate {

	private static final List<Duration> ROUNDS = Stream.of(6, 12, 12, 12, 12, 12).map(Duration::ofSeconds).toList();

	// a control is to be seen by nobody: it gets a long round
	private static final List<Duration> CONTROL = List.of(Duration.ofSeconds(12));

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
		return Stream
			.of(Mutants.all(), QuorumMutants.all(), ClusterMutants.all(), SentinelMutants.all(), ForeignMutants.all(),
					FurtherMutants.all(), DatabaseMutants.all(), EnsembleMutants.all(), ShareMutants.all())
			.flatMap(List::stream)
			.toList();
	}

	/**
	 * The names of the seeded bugs.
	 * @return the names
	 */
	public static List<String> names() {
		return all().stream().map(Mutant::name).toList();
	}

	/**
	 * The seeded bugs that some servers show.
	 * @param servers the servers
	 * @return their names, controls left out
	 */
	public static List<String> names(Servers servers) {
		return all().stream()
			.filter((mutant) -> !mutant.isControl() && mutant.load().servers() == servers)
			.map(Mutant::name)
			.toList();
	}

	/**
	 * Makes one seeded bug.
	 * @param name its name
	 * @return a directory for the front of a class path
	 */
	public Path make(String name) {
		return make(all().stream().filter((mutant) -> mutant.name().equals(name)).findFirst().orElseThrow())
			.directory();
	}

	/**
	 * Makes a bug that no campaign runs on.
	 * @param change makes it
	 * @return a directory for the front of a class path
	 */
	public Path make(Consumer<Overlay> change) {
		return write(change).compile().directory();
	}

	/**
	 * Writes each seeded bug into the sources without compiling it.
	 * @return what is wrong with those that cannot be written any more
	 */
	public List<String> unwritable() {
		Map<String, Consumer<Overlay>> changes = new LinkedHashMap<>();
		all().forEach((mutant) -> changes.put(mutant.name(), mutant.change()));
		return unwritable(changes);
	}

	/**
	 * Writes bugs that no campaign runs on in the same way.
	 * @param changes what makes them, by their names
	 * @return what is wrong with those that cannot be written any more
	 */
	public List<String> unwritable(Map<String, Consumer<Overlay>> changes) {
		List<String> reasons = new ArrayList<>();
		changes.forEach((name, change) -> {
			try {
				write(change);
			}
			catch (IllegalStateException ex) {
				reasons.add(name + ": " + ex.getMessage());
			}
		});
		return reasons;
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
	 * Runs the gate on all bugs that are wanted.
	 * @param wanted which bugs, by name
	 * @param seed the first seed
	 * @return what became of them
	 * @throws InterruptedException if it is interrupted
	 */
	public List<MutantResult> run(Predicate<String> wanted, long seed) throws InterruptedException {
		return run(thatCanRun(wanted), seed, Duration.ofNanos(Long.MAX_VALUE));
	}

	/**
	 * Runs the gate on as many bugs as the time allows, in an order that the seed
	 * decides: so that each of them has its turn in some of many short gates. It tells
	 * which had none.
	 * @param wanted which bugs, by name
	 * @param seed the first seed
	 * @param time after this long no other bug is begun
	 * @return what became of those that ran
	 * @throws InterruptedException if it is interrupted
	 */
	public List<MutantResult> run(Predicate<String> wanted, long seed, Duration time) throws InterruptedException {
		List<Mutant> mutants = new ArrayList<>(thatCanRun(wanted));
		Collections.shuffle(mutants, new Random(seed));
		List<MutantResult> results = run(mutants, seed, time);
		this.progress.accept("%d of %d seeded bugs, in the order of seed %d. No time for: %s".formatted(results.size(),
				mutants.size(), seed,
				mutants.stream().skip(results.size()).map(Mutant::name).collect(Collectors.joining(", "))));
		return results;
	}

	/**
	 * Not every machine has an etcd or a Consul.
	 */
	private List<Mutant> thatCanRun(Predicate<String> wanted) {
		List<Mutant> mutants = new ArrayList<>(all());
		mutants.removeIf((mutant) -> !wanted.test(mutant.name()));
		if (!EtcdEnsemble.isThere() && mutants.removeIf((mutant) -> mutant.load().servers() == Servers.ETCD)) {
			this.progress.accept("No etcd is on this machine: its seeded bugs are not run");
		}
		if (!ConsulEnsemble.isThere() && mutants.removeIf((mutant) -> mutant.load().servers() == Servers.CONSUL)) {
			this.progress.accept("No Consul is on this machine: its seeded bugs are not run");
		}
		return mutants;
	}

	private List<MutantResult> run(List<Mutant> mutants, long seed, Duration time) throws InterruptedException {
		long begin = System.nanoTime();
		List<MutantResult> results = new ArrayList<>();
		for (Mutant mutant : mutants) {
			if (System.nanoTime() - begin < time.toNanos()) {
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
		List<Duration> rounds = mutant.isControl() ? CONTROL : ROUNDS;
		for (int round = 0; round < rounds.size(); round++) {
			CampaignSettings settings = mutant.load()
				.on(CampaignSettings.of(seed + round, Campaign.directory(this.directory, "mutant-")))
				.until(0, 0, rounds.get(round))
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
		return write(mutant.change()).compile();
	}

	private Overlay write(Consumer<Overlay> change) {
		try {
			Files.createDirectories(this.directory);
			Path parent = Files.createTempDirectory(this.directory, "overlay-");
			Overlay overlay = new Overlay(parent.resolve("front"));
			Files.createDirectories(overlay.directory());
			change.accept(overlay);
			return overlay;
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
