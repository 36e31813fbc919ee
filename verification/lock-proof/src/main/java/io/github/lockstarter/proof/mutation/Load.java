package io.github.lockstarter.proof.mutation;

import java.util.EnumSet;
import java.util.Map;
import java.util.Set;

import io.github.lockstarter.proof.campaign.CampaignSettings;
import io.github.lockstarter.proof.campaign.Conditions;
import io.github.lockstarter.proof.campaign.Size;
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
 * @param rest how many times as long as usual a target is left alone between two faults
 */
record Load(Mix mix, Set<FaultKind> kinds, SuspendedClock clock, Conditions conditions, Servers servers, int rest) {

	// Of a quorum or a cluster.
	private static final int MASTERS = 3;

	/**
	 * Requests of all kinds on one Redis, and no faults.
	 */
	static final Load PLAIN = new Load(Mix.MIXED, EnumSet.noneOf(FaultKind.class), SuspendedClock.GOES_ON,
			Conditions.PLAIN, Servers.ONE, 1);

	Load mix(Mix other) {
		return new Load(other, this.kinds, this.clock, this.conditions, this.servers, this.rest);
	}

	Load kinds(Set<FaultKind> others) {
		return new Load(this.mix, others, this.clock, this.conditions, this.servers, this.rest);
	}

	Load clock(SuspendedClock other) {
		return new Load(this.mix, this.kinds, other, this.conditions, this.servers, this.rest);
	}

	Load conditions(Conditions others) {
		return new Load(this.mix, this.kinds, this.clock, others, this.servers, this.rest);
	}

	Load servers(Servers others) {
		return new Load(this.mix, this.kinds, this.clock, this.conditions, others, this.rest);
	}

	Load rest(int times) {
		return new Load(this.mix, this.kinds, this.clock, this.conditions, this.servers, times);
	}

	/**
	 * The same load as settings of a campaign.
	 */
	CampaignSettings on(CampaignSettings settings) {
		return settings.with(this.kinds)
			.mix(this.mix)
			.clock(this.clock)
			.under(this.conditions)
			.in(this.servers, MASTERS)
			.size(Size.of(this.servers).with(Map.of("rest", Integer.toString(this.rest))));
	}

}
