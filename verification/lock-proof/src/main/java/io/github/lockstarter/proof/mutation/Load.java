package io.github.lockstarter.proof.mutation;

import java.util.EnumSet;
import java.util.Set;

import io.github.lockstarter.proof.campaign.CampaignSettings;
import io.github.lockstarter.proof.campaign.Conditions;
import io.github.lockstarter.proof.history.FaultKind;
import io.github.lockstarter.proof.workload.Mix;
import io.github.lockstarter.proof.workload.Servers;
import io.github.lockstarter.proof.workload.SuspendedClock;

/**
 * What runs on a seeded bug.
 *
 * @param mix the mix of requests
 * @param kinds the faults
 * @param clock what a stopped client's monotonic clock does
 * @param conditions what is the same for the whole run
 * @param servers what the locks are in
 */
record Load(Mix mix, Set<FaultKind> kinds, SuspendedClock clock, Conditions conditions, Servers servers) {

	// Of a quorum or a cluster.
	private static final int MASTERS = 3;

	/**
	 * Requests of all kinds on one Redis, and no faults.
	 */
	static final Load PLAIN = new Load(Mix.MIXED, EnumSet.noneOf(FaultKind.class), SuspendedClock.GOES_ON,
			Conditions.PLAIN, Servers.ONE);

	Load mix(Mix other) {
		return new Load(other, this.kinds, this.clock, this.conditions, this.servers);
	}

	Load kinds(Set<FaultKind> others) {
		return new Load(this.mix, others, this.clock, this.conditions, this.servers);
	}

	Load clock(SuspendedClock other) {
		return new Load(this.mix, this.kinds, other, this.conditions, this.servers);
	}

	Load conditions(Conditions others) {
		return new Load(this.mix, this.kinds, this.clock, others, this.servers);
	}

	Load servers(Servers others) {
		return new Load(this.mix, this.kinds, this.clock, this.conditions, others);
	}

	/**
	 * The same load as settings of a campaign.
	 */
	CampaignSettings on(CampaignSettings settings) {
		return settings.with(this.kinds)
			.mix(this.mix)
			.clock(this.clock)
			.under(this.conditions)
			.in(this.servers, MASTERS);
	}

}
