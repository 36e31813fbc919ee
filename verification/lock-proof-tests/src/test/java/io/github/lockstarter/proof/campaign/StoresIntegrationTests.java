package io.github.lockstarter.proof.campaign;

import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.concurrent.ThreadLocalRandom;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import io.github.lockstarter.proof.fault.ConsulEnsemble;
import io.github.lockstarter.proof.fault.EtcdEnsemble;
import io.github.lockstarter.proof.history.FaultKind;
import io.github.lockstarter.proof.workload.Servers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

/**
 * The campaign on a PostgreSQL, on an ensemble of ZooKeeper, on one of etcd and on one of
 * Consul, for a few seconds.
 */
// campaigns with random seeds
@Tag("campaign")
class StoresIntegrationTests {

	@Test
	void locksOfADatabaseOutliveItsCrashesAndPauses() throws InterruptedException {
		judge(Servers.DATABASE, EnumSet.of(FaultKind.BACKENDS_KILLED, FaultKind.DATABASE_PAUSED,
				FaultKind.DATABASE_CRASHED, FaultKind.CUT, FaultKind.PAUSED_CLIENT), Duration.ofSeconds(8));
	}

	@Test
	void locksOfADatabaseOutliveAFailoverToASynchronousStandby() throws InterruptedException {
		judge(Servers.SYNCHRONOUS_STANDBY, EnumSet.of(FaultKind.STANDBY_PROMOTED, FaultKind.PAUSED_CLIENT),
				Duration.ofSeconds(12));
	}

	@Test
	void locksOfAnEnsembleOutliveItsLeaderAndEndWithTheirSession() throws InterruptedException {
		judge(Servers.ENSEMBLE, EnumSet.of(FaultKind.LEADER_KILLED, FaultKind.BLACK_HOLE, FaultKind.PAUSED_CLIENT),
				Duration.ofSeconds(15));
	}

	@Test
	void locksOfEtcdOutliveItsLeaderAndEndWithTheirSession() throws InterruptedException {
		assumeThat(EtcdEnsemble.isThere()).as("no etcd is on this machine").isTrue();
		judge(Servers.ETCD, EnumSet.of(FaultKind.LEADER_KILLED, FaultKind.LEADER_PAUSED, FaultKind.HISTORY_COMPACTED,
				FaultKind.BLACK_HOLE, FaultKind.PAUSED_CLIENT), Duration.ofSeconds(15));
	}

	@Test
	void locksOfConsulOutliveItsLeaderAndItsAgentsAndEndWithTheirSession() throws InterruptedException {
		assumeThat(ConsulEnsemble.isThere()).as("no Consul is on this machine").isTrue();
		judge(Servers.CONSUL, EnumSet.of(FaultKind.LEADER_KILLED, FaultKind.LEADER_PAUSED, FaultKind.AGENT_GONE,
				FaultKind.BLACK_HOLE, FaultKind.PAUSED_CLIENT), Duration.ofSeconds(20));
	}

	private static void judge(Servers servers, EnumSet<FaultKind> kinds, Duration time) throws InterruptedException {
		long seed = ThreadLocalRandom.current().nextInt(1_000_000);
		System.out.println("Seed of the campaign: " + seed);
		CampaignResult result = new Campaign(
				CampaignSettings.of(seed, Campaign.directory(Path.of("target", "proof"), "seed-" + seed + "-"))
					.in(servers, 1)
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
