package io.github.lockstarter.proof.campaign;

import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.concurrent.ThreadLocalRandom;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import io.github.lockstarter.proof.history.FaultKind;
import io.github.lockstarter.proof.workload.Faces;
import io.github.lockstarter.proof.workload.Messages;
import io.github.lockstarter.proof.workload.Servers;
import io.github.lockstarter.proof.workload.Several;
import io.github.lockstarter.proof.workload.Shares;
import io.github.lockstarter.proof.workload.Tasks;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The campaign in three sizes. The directory of a run stays under {@code target/proof}.
 */
class CampaignIntegrationTests {

	private static final Path RUNS = Path.of("target", "proof");

	// four processes that start, for half a minute of a processor
	@Test
	@Tag("campaign")
	void withoutFaultsNothingIsExcused() throws InterruptedException {
		CampaignResult result = run(settings(1).under(Conditions.PLAIN.faces(Faces.ALL).several(Several.SOMETIMES))
			.with(EnumSet.noneOf(FaultKind.class))
			// by what was done and not by time: how much that is, and what takes how
			// long, differs from machine to machine
			.in(Servers.UNHURRIED, 1)
			.until(3_000, 0, Duration.ofMinutes(3)));
		assertThat(result.violationCount()).as(result.summary()).isZero();
		assertThat(result.operationCount()).isGreaterThan(1_000);
		assertThat(result.history().contended()).isGreaterThan(result.enteredCount() / 2);
		assertThat(result.enteredByMessageCount()).isGreaterThan(100);
	}

	// what a campaign meets, and whether a busy machine is excused for it, differs from
	// run to run
	@Test
	@Tag("campaign")
	void fixedSeed() throws InterruptedException {
		withAllFaults(4_711);
	}

	@Test
	@Tag("campaign")
	void randomSeed() throws InterruptedException {
		withAllFaults(ThreadLocalRandom.current().nextInt(1_000_000));
	}

	private void withAllFaults(long seed) throws InterruptedException {
		CampaignResult result = run(settings(seed).until(0, 0, Duration.ofSeconds(20)));
		assertThat(result.violationCount()).as(result.summary()).isZero();
		assertThat(result.faultCount()).isGreaterThan(10);
		assertThat(result.history().contended()).isGreaterThan(result.enteredCount() / callersFor(result));
		// what a message is worth decides whether its age is looked at, and judged
		assertThat(result.enteredByMessageCount() > 0)
			.isEqualTo(result.settings().conditions().messages() == Messages.DATED);
	}

	/**
	 * Seven threads for each lock: more than half of the callers meet another one. Where
	 * some share the lock they do not meet those, and it is more than a third. Where most
	 * stand in line for the one task at a time that their application runs, and do not
	 * ask yet, it is more than an eighth.
	 */
	private static int callersFor(CampaignResult result) {
		Conditions conditions = result.settings().conditions();
		if (conditions.faces() == Faces.ALL && conditions.tasks() == Tasks.ONE) {
			return 8;
		}
		return (conditions.shares() == Shares.NEVER) ? 2 : 3;
	}

	// a few seconds of connections that are refused
	@Test
	@Tag("campaign")
	void whoCanMakeNoConnectionKeepsTheOneItHas() throws InterruptedException {
		CampaignResult result = run(settings(25).under(Conditions.PLAIN)
			.with(EnumSet.of(FaultKind.NO_NEW_CONNECTION))
			.until(0, 0, Duration.ofSeconds(8)));
		assertThat(result.violationCount()).as(result.summary()).isZero();
		assertThat(result.faultCount()).isPositive();
		assertThat(result.history().redis().subscriptions()).isNotEmpty();
	}

	@Test
	@Tag("proof")
	void aHundredThousandOperationsAndFiveHundredFaults() throws InterruptedException {
		CampaignResult result = run(
				settings(ThreadLocalRandom.current().nextInt(1_000_000)).until(100_000, 500, Duration.ofMinutes(5)));
		assertThat(result.violationCount()).as(result.summary()).isZero();
		assertThat(result.operationCount()).isGreaterThanOrEqualTo(100_000);
		assertThat(result.faultCount()).isGreaterThanOrEqualTo(500);
		assertThat(result.faults().keySet()).hasSizeGreaterThanOrEqualTo(10);
		assertThat(result.history().contended()).isGreaterThan(result.enteredCount() / callersFor(result));
	}

	private static CampaignSettings settings(long seed) {
		System.out.println("Seed of the campaign: " + seed);
		return CampaignSettings.of(seed, Campaign.directory(RUNS, "seed-" + seed + "-"));
	}

	private static CampaignResult run(CampaignSettings settings) throws InterruptedException {
		CampaignResult result = new Campaign(settings, System.out::println).run();
		System.out.println(result.summary());
		return result;
	}

}
