package io.github.lockstarter.simulation.beside;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;

import io.github.lockstarter.proof.campaign.Campaign;
import io.github.lockstarter.proof.campaign.CampaignSettings;
import io.github.lockstarter.proof.campaign.Conditions;
import io.github.lockstarter.proof.campaign.Size;
import io.github.lockstarter.proof.checker.Bounds;
import io.github.lockstarter.proof.checker.Checker;
import io.github.lockstarter.proof.checker.Findings;
import io.github.lockstarter.proof.history.FaultKind;
import io.github.lockstarter.proof.history.History;
import io.github.lockstarter.proof.history.HistoryReader;
import io.github.lockstarter.proof.history.Operation;
import io.github.lockstarter.proof.workload.Servers;
import io.github.lockstarter.proof.workload.Several;

/**
 * The real world and the simulated one side by side: a campaign on a real Redis, and the
 * same load with the same faults in virtual time, on a machine as fast as the real one
 * was. What came of each call is told in one table.
 */
public final class Beside {

	private final long seed;

	private final long seconds;

	private final Set<FaultKind> kinds;

	private final Size size;

	private final Path directory;

	private final boolean wasRun;

	private final Consumer<String> reader;

	/**
	 * What a command asks for. Words: {@code beside=60} (seconds of load in both worlds),
	 * {@code seed=4711} (by chance), {@code kinds=all} (or {@code none}),
	 * {@code threads=32}, {@code locks=14}, {@code history=DIRECTORY} (of a campaign that
	 * was run: only the simulated one is).
	 * @param words the words with their values
	 * @param reader gets each line of what is to be told
	 */
	public Beside(Map<String, String> words, Consumer<String> reader) {
		this.seed = words.containsKey("seed") ? Long.parseLong(words.get("seed"))
				: ThreadLocalRandom.current().nextInt(1_000_000);
		String time = words.getOrDefault("beside", "true");
		this.seconds = time.equals("true") ? 60 : Long.parseLong(time);
		this.kinds = words.getOrDefault("kinds", "all").equals("none") ? EnumSet.noneOf(FaultKind.class)
				: FaultPlan.KINDS;
		this.size = Size.of(Servers.ONE).with(words);
		this.wasRun = words.containsKey("history");
		this.directory = this.wasRun ? Path.of(words.get("history"))
				: Campaign.directory(Path.of("target", "proof"), "beside-" + this.seed + "-");
		this.reader = reader;
	}

	/**
	 * Lets both happen, and tells what was seen.
	 * @return whether both have kept all promises, and nothing has come of a call that is
	 * not known
	 * @throws InterruptedException if it is interrupted
	 */
	public boolean run() throws InterruptedException {
		if (!this.wasRun) {
			new Campaign(CampaignSettings.of(this.seed, this.directory)
				.under(Conditions.PLAIN.several(Several.SOMETIMES))
				.with(this.kinds)
				.size(this.size)
				.until(0, 0, Duration.ofSeconds(this.seconds)), this.reader).run();
		}
		History real = read();
		Machine machine = Machine.of(real);
		LongSummaryStatistics load = real.operations().stream().mapToLong(Operation::start).summaryStatistics();
		History simulated = new SimulatedCampaign(this.seed, this.size, machine).run(load.getMax() - load.getMin(),
				FaultPlan.of(real, load.getMin()));
		Outcomes ofReal = new Outcomes(real);
		Outcomes ofSimulated = new Outcomes(simulated);
		new BesideTable(this.reader).tell(ofReal, ofSimulated);
		long violations = judge("real", real, Campaign.bounds(Servers.ONE))
				+ judge("simulated", simulated, SimulatedCampaign.bounds());
		long unknown = ofReal.count(Outcome.UNKNOWN) + ofSimulated.count(Outcome.UNKNOWN);
		tell("the machine: %s", machine);
		tell("again: verification/lock-simulation/run beside=%d seed=%d history=%s", this.seconds, this.seed,
				this.directory.toAbsolutePath());
		tell("beside=%d seed=%d violations=%d unknown=%d", this.seconds, this.seed, violations, unknown);
		return violations + unknown == 0;
	}

	private History read() {
		try {
			return HistoryReader.read(this.directory);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private long judge(String world, History history, Map<String, Bounds> bounds) {
		List<Findings> findings = Checker.check(history, bounds, Campaign.scope(Servers.ONE));
		for (Findings found : findings) {
			if (found.violationCount() > 0) {
				tell("%s, %s: %d, such as %s", world, found.check(), found.violationCount(), found.violations().get(0));
			}
		}
		return findings.stream().mapToLong(Findings::violationCount).sum();
	}

	private void tell(String format, Object... values) {
		this.reader.accept(String.format(Locale.ROOT, format, values));
	}

}
