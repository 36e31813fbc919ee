package io.github.lockstarter.proof.campaign;

import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.concurrent.ThreadLocalRandom;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import io.github.lockstarter.proof.history.FaultKind;
import io.github.lockstarter.proof.workload.Mix;
import io.github.lockstarter.proof.workload.Servers;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The campaign on several masters and on a cluster, for a few seconds.
 */
// campaigns with random seeds
@Tag("campaign")
class ManyServersIntegrationTests {

	private static final int MASTERS = 3;

	private static final Duration TIME = Duration.ofSeconds(6);

	// A failover, and as long as the former master calls itself one; a restart, and as
	// long as nobody counts after it.
	private static final Duration LONGER = Duration.ofSeconds(12);

	@Test
	void whatHitsOneOfThreeMastersIsNoticedByNobody() throws InterruptedException {
		judge(settings(Servers.QUORUM, EnumSet.of(FaultKind.LINK_CUT, FaultKind.LINK_DROPPED, FaultKind.LINK_HELD,
				FaultKind.MASTER_PAUSED, FaultKind.MASTER_RESTARTED, FaultKind.SCRIPT_FLUSH)));
	}

	@Test
	void whatReplicasHaveConfirmedOutlivesFailoversAndMoves() throws InterruptedException {
		judge(settings(Servers.CONFIRMED,
				EnumSet.of(FaultKind.NODE_KILLED, FaultKind.SLOT_MOVED, FaultKind.SCRIPT_FLUSH)));
	}

	@Test
	void oneMasterUnderTwoNamesIsNoMajority() throws InterruptedException {
		judge(settings(Servers.QUORUM, EnumSet.of(FaultKind.MASTER_TWICE)).until(0, 0, LONGER));
	}

	@Test
	void leaseTimesMayDifferWhereMostMastersForget() throws InterruptedException {
		judge(settings(Servers.ROLLING, EnumSet.of(FaultKind.MAJORITY_RESTARTED)).mix(Mix.FIXED).until(0, 0, LONGER));
	}

	@Test
	void whoeverAsksIsServedByTheMasterThatSentinelNames() throws InterruptedException {
		judge(settings(Servers.SENTINEL, EnumSet.of(FaultKind.SWITCHED)).until(0, 0, LONGER));
	}

	private static CampaignSettings settings(Servers servers, EnumSet<FaultKind> kinds) {
		long seed = ThreadLocalRandom.current().nextInt(1_000_000);
		System.out.println("Seed of the campaign: " + seed);
		return CampaignSettings.of(seed, Campaign.directory(Path.of("target", "proof"), "seed-" + seed + "-"))
			.in(servers, MASTERS)
			.with(kinds)
			.until(0, 0, TIME);
	}

	private static void judge(CampaignSettings settings) throws InterruptedException {
		CampaignResult result = new Campaign(settings, System.out::println).run();
		System.out.println(result.summary());
		assertThat(result.violationCount()).as(result.summary()).isZero();
		assertThat(result.faultCount()).isPositive();
		assertThat(result.enteredCount()).isGreaterThan(20);
		assertThat(result.history().contended()).isPositive();
	}

}
