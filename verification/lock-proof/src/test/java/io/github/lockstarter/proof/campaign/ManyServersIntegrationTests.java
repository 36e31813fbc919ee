package io.github.lockstarter.proof.campaign;

import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.concurrent.ThreadLocalRandom;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import io.github.lockstarter.proof.history.FaultKind;
import io.github.lockstarter.proof.workload.Servers;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The campaign on several masters and on a cluster, for a few seconds.
 */
// campaigns with random seeds
@Tag("slow")
class ManyServersIntegrationTests {

	private static final int MASTERS = 3;

	private static final Duration TIME = Duration.ofSeconds(6);

	// A failover, and as long as the former master calls itself one.
	private static final Duration A_SWITCH = Duration.ofSeconds(12);

	@Test
	void whatHitsOneOfThreeMastersIsNoticedByNobody() throws InterruptedException {
		judge(Servers.QUORUM, EnumSet.of(FaultKind.LINK_CUT, FaultKind.LINK_DROPPED, FaultKind.LINK_HELD,
				FaultKind.MASTER_PAUSED, FaultKind.MASTER_RESTARTED, FaultKind.SCRIPT_FLUSH));
	}

	@Test
	void whatReplicasHaveConfirmedOutlivesFailoversAndMoves() throws InterruptedException {
		judge(Servers.CONFIRMED, EnumSet.of(FaultKind.NODE_KILLED, FaultKind.SLOT_MOVED, FaultKind.SCRIPT_FLUSH));
	}

	@Test
	void whoeverAsksIsServedByTheMasterThatSentinelNames() throws InterruptedException {
		judge(Servers.SENTINEL, EnumSet.of(FaultKind.SWITCHED), A_SWITCH);
	}

	private static void judge(Servers servers, EnumSet<FaultKind> kinds) throws InterruptedException {
		judge(servers, kinds, TIME);
	}

	private static void judge(Servers servers, EnumSet<FaultKind> kinds, Duration time) throws InterruptedException {
		long seed = ThreadLocalRandom.current().nextInt(1_000_000);
		System.out.println("Seed of the campaign: " + seed);
		CampaignResult result = new Campaign(
				CampaignSettings.of(seed, Campaign.directory(Path.of("target", "proof"), "seed-" + seed + "-"))
					.in(servers, MASTERS)
					.with(kinds)
					.until(0, 0, time),
				System.out::println)
			.run();
		System.out.println(result.summary());
		assertThat(result.violationCount()).as(result.summary()).isZero();
		assertThat(result.faultCount()).isPositive();
		assertThat(result.enteredCount()).isGreaterThan(20);
		assertThat(result.history().contended()).isPositive();
	}

}
