package io.github.lockstarter.proof.mutation;

import java.util.List;

import io.github.lockstarter.proof.history.FaultKind;
import io.github.lockstarter.proof.overlay.Change;
import io.github.lockstarter.proof.workload.Servers;

/**
 * Seeded bugs of locks at a master that Sentinel replaces.
 */
final class SentinelMutants {

	private SentinelMutants() {
	}

	static List<Mutant> all() {
		return List.of(Mutant.of("control, Sentinel", "nothing", (overlay) -> {
		}).on(Servers.SENTINEL).under(FaultKind.SWITCHED),
				Mutant
					.of("standing connection never asked again",
							"who is connected stays at the former master until that is a replica",
							Change.java("Sentinels", "hear", "if (before != null) { this.moved",
									"if (before == null) { this.moved"))
					.on(Servers.SENTINEL)
					.under(FaultKind.SWITCHED)
					.seenBy("Overlap"),
				Mutant
					.of("only the subscription follows Sentinel",
							"messages come from the new master, and the former one is asked for locks",
							Change.java("FollowedMaster", "move", "node().move(reason);",
									"node().subscribeElsewhere();"))
					.on(Servers.SENTINEL)
					.under(FaultKind.SWITCHED)
					.seenBy("Overlap"));
	}

}
