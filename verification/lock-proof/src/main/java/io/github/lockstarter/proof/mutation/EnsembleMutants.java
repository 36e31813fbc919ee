package io.github.lockstarter.proof.mutation;

import java.util.List;
import java.util.function.Consumer;

import io.github.lockstarter.proof.history.FaultKind;
import io.github.lockstarter.proof.overlay.Overlay;
import io.github.lockstarter.proof.workload.Mix;
import io.github.lockstarter.proof.workload.Servers;

/**
 * Seeded bugs of locks in ZooKeeper.
 */
final class EnsembleMutants {

	private EnsembleMutants() {
	}

	static List<Mutant> all() {
		return List.of(Mutant.of("control, ensemble", "nothing", (overlay) -> {
		}).on(Servers.ENSEMBLE).under(FaultKind.BLACK_HOLE, FaultKind.LEADER_KILLED), Mutant
			.of("session shorter than the lease", "who is cut off has its lock for longer than its session",
					source("zookeeper/Connection.java", "int millis = (int) settings.sessionTimeout().toMillis();",
							"int millis = 2_000;")
						.andThen(source("session/SessionLease.java",
								"return Math.min(Math.min(askedMillis, longest(session).toMillis()), left);",
								"return Math.max(askedMillis, left);"))
						.andThen(source("session/OpenSession.java",
								"return this.session.settings().leaseTime().toMillis() > this.session.longestMillis();",
								"return false;")))
			.on(Servers.ENSEMBLE)
			.under(FaultKind.BLACK_HOLE)
			.mix(Mix.HELD)
			.seenBy("Overlap"),
				Mutant.of("end of a session not told", "holders go on until their next renewal",
						source("zookeeper/Connection.java", "			of.ended();\n			this.listener.over();",
								"			of.ended();"))
					.on(Servers.ENSEMBLE)
					.under(FaultKind.BLACK_HOLE, FaultKind.PAUSED_CLIENT),
				Mutant
					.of("ensemble: token not raised", "all holders have the same token",
							source("session/Session.java", "return number * TOKENS_OF_A_PLACE + this.tokenOffset;",
									"return TOKENS_OF_A_PLACE + this.tokenOffset;"))
					.on(Servers.ENSEMBLE)
					.seenBy("Token"),
				Mutant
					.of("any place in the line is an owner's", "who has a place enters",
							source("session/Waiting.java",
									"		if (index == 0) {\n			return CompletableFuture.completedStage(own(",
									"		if (index >= 0) {\n			return CompletableFuture.completedStage(own("))
					.on(Servers.ENSEMBLE)
					.seenBy("Overlap"),
				Mutant
					.of("place that is left stays", "a release is answered, and the place goes with its session only",
							source("zookeeper/ZooKeeperDirectory.java", "return told(delete(handle(), place.key()));",
									"return told(CompletableFuture.completedFuture(true));"))
					.on(Servers.ENSEMBLE));
	}

	private static Consumer<Overlay> source(String file, String text, String replacement) {
		return (overlay) -> overlay.source(file, text, replacement);
	}

}
