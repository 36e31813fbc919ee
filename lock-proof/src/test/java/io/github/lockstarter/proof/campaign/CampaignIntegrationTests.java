package io.github.lockstarter.proof.campaign;

import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.concurrent.ThreadLocalRandom;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import io.github.lockstarter.proof.history.FaultKind;
import io.github.lockstarter.proof.workload.Faces;
import io.github.lockstarter.proof.workload.Several;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The campaign in three sizes. The directory of a run stays under {@code target/proof}.
 */
class CampaignIntegrationTests {

	private static final Path RUNS = Path.of("target", "proof");

	@Test
	void withoutFaultsNothingIsExcused() throws InterruptedException {
		CampaignResult result = run(settings(1).under(Conditions.PLAIN.faces(Faces.ALL).several(Several.SOMETIMES))
			.with(EnumSet.noneOf(FaultKind.class))
			.until(0, 0, Duration.ofSeconds(10)));
		assertThat(result.violationCount()).as(result.summary()).isZero();
		assertThat(result.operationCount()).isGreaterThan(1_000);
		assertThat(result.history().contended()).isGreaterThan(result.enteredCount() / 2);
	}

	@Test
	void fixedSeed() throws InterruptedException {
		withAllFaults(4_711);
	}

	@Test
	void randomSeed() throws InterruptedException {
		withAllFaults(ThreadLocalRandom.current().nextInt(1_000_000));
	}

	private void withAllFaults(long seed) throws InterruptedException {
		CampaignResult result = run(settings(seed).until(0, 0, Duration.ofSeconds(30)));
		assertThat(result.violationCount()).as(result.summary()).isZero();
		assertThat(result.faultCount()).isGreaterThan(10);
		// how many of them depends on the conditions of the seed: with one task at a time
		// it is a third
		assertThat(result.history().contended()).isGreaterThan(500);
	}

	@Test
	@Tag("gate")
	void aHundredThousandOperationsAndFiveHundredFaults() throws InterruptedException {
		CampaignResult result = run(
				settings(ThreadLocalRandom.current().nextInt(1_000_000)).until(100_000, 500, Duration.ofMinutes(5)));
		assertThat(result.violationCount()).as(result.summary()).isZero();
		assertThat(result.operationCount()).isGreaterThanOrEqualTo(100_000);
		assertThat(result.faultCount()).isGreaterThanOrEqualTo(500);
		assertThat(result.faults().keySet()).hasSizeGreaterThanOrEqualTo(10);
		assertThat(result.history().contended()).isGreaterThan(result.enteredCount() / 2);
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
