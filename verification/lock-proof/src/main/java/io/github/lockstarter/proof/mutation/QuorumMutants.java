package io.github.lockstarter.proof.mutation;

import java.util.List;
import java.util.function.Consumer;

import io.github.lockstarter.proof.history.FaultKind;
import io.github.lockstarter.proof.overlay.Change;
import io.github.lockstarter.proof.overlay.Overlay;
import io.github.lockstarter.proof.workload.Mix;
import io.github.lockstarter.proof.workload.Servers;

/**
 * Seeded bugs of locks on several masters: what the literature warns of.
 */
final class QuorumMutants {

	private QuorumMutants() {
	}

	static List<Mutant> all() {
		return List.of(Mutant.of("control, quorum", "nothing", (overlay) -> {
		})
			.on(Servers.QUORUM)
			.under(FaultKind.LINK_CUT, FaultKind.LINK_DROPPED, FaultKind.LINK_HELD, FaultKind.MASTER_PAUSED,
					FaultKind.MASTER_RESTARTED),
				Mutant.of("control, quorum whose clocks stand still", "nothing", standingClocks())
					.on(Servers.QUORUM)
					.under(FaultKind.LINK_HELD, FaultKind.LINK_DROPPED),
				Mutant
					.of("quorum without write-back", "the largest token is used before a majority has stored it",
							Change
								.java("AcquireRound", "raise",
										"if (this.grants.stored(token) < this.quorum.majority()) {", "if (false) {")
								.andThen(Change.java("AcquireRound", "decide",
										"if (stored >= this.quorum.majority()) {", "if (stored >= 0) {"))
								.andThen(standingClocks()))
					.on(Servers.QUORUM)
					.under(FaultKind.LINK_HELD, FaultKind.LINK_DROPPED)
					.seenBy("Token"),
				Mutant.of("quorum released only where granted", "a master whose answer was lost keeps the lock", Change
					.java("QuorumAttempt", "", "private int splits;",
							"final java.util.Set<Integer> granted = java.util.concurrent.ConcurrentHashMap.newKeySet(); private int splits;")
					.andThen(Change.java("AcquireRound", "onVote", "this.votes.set(node, reply, failure);",
							"this.votes.set(node, reply, failure); if (this.votes.is(node, Status.OWNED)) { this.attempt.granted.add(node); }"))
					.andThen(Change.java("RunningQuorum", "withdraw",
							"this.reminders.withdraw(name, handing, millis, (node, reply, failure) -> {",
							"Quorum.NodeAnswer only = (node, reply, failure) -> {"))
					.andThen(Change.java("RunningQuorum", "withdraw", "round.onVote(node, reply, failure); });",
							"round.onVote(node, reply, failure); }; for (int i = 0; i < this.quorum.size(); i++) { if (attempt.granted.isEmpty() || attempt.granted.contains(i)) { this.reminders.withdraw(i, name, handing, millis, only); } else { round.onVote(i, null, new StoreException(StoreException.Outcome.UNKNOWN, \"not asked\", null)); } }")))
					.on(Servers.QUORUM)
					.under(FaultKind.LINK_DROPPED, FaultKind.LINK_HELD)
					.seenBy("Orphan"),
				Mutant
					.of("quorum whose restarts count at once", "a master that has forgotten a lease gives it again",
							Change.java("KnownNodes", "counts", "if (this.settings.restartDelay().isZero()) {",
									"if (true) {"))
					.on(Servers.QUORUM)
					.under(FaultKind.MASTER_RESTARTED)
					.mix(Mix.LONG)
					.seenBy("Overlap"),
				Mutant.of("quorum that counts an earlier round",
						"what a master gave to an earlier question, and was given up, counts for the next one",
						Change
							.java("QuorumAttempt", "", "private int splits;",
									"@org.jspecify.annotations.Nullable Votes votes; private int splits;")
							.andThen(Change.java("AcquireRound", "<init>", "this.votes = new Votes(this.quorum);",
									"if (attempt.votes == null) { attempt.votes = new Votes(this.quorum); } this.votes = attempt.votes;")))
					.on(Servers.QUORUM)
					.under(FaultKind.LINK_HELD, FaultKind.LINK_CUT),
				Mutant
					.of("quorum that is handed the lock by one master", "the message of one master is a grant",
							Change.java("HandedVotes", "majorityWith",
									"if (nodes.cardinality() < this.quorum.majority()) {", "if (false) {"))
					.on(Servers.QUORUM)
					.seenBy("Overlap"),
				Mutant
					.of("quorum that counts a vote on its way back",
							"a vote that was handed over counts although something may give it up",
							Change.java("HandedVotes", "add", "!seat.unclear && seat.onTheWay == 0 &&", ""))
					.on(Servers.QUORUM)
					.under(FaultKind.LINK_HELD, FaultKind.LINK_CUT)
					.seenBy("Overlap"),
				Mutant
					.of("quorum whose masters hand one vote to two",
							"a master tells all who wait that they have its vote",
							Change.script("withdraw.lua", "", "keep(lease) break", "keep(lease)"))
					.on(Servers.QUORUM)
					.seenBy("Overlap"),
				Mutant
					.of("quorum that hears a round before the votes",
							"what a question hears that was asked before the lock was handed over is given up",
							Change.java("VoteListener", "granted", "attempt.begin(quorum.nextRound());", ""))
					.on(Servers.QUORUM)
					.under(FaultKind.LINK_HELD, FaultKind.LINK_CUT),
				Mutant.of("quorum that hands over without a larger token",
						"the next one has the token of the one before",
						Change.script("withdraw.lua", "", "math.max(lastToken + 1, leastToken)", "tonumber(leastToken)")
							.andThen(Change.java("RunningQuorum", "floor", "Math.max(floor, attempt.lastToken() + 1)",
									"floor"))
							.andThen(standingClocks()))
					.on(Servers.QUORUM)
					.seenBy("Token"),
				Mutant
					.of("quorum that takes a short vote for a long lease",
							"what a master has handed over for a moment is counted for the lease that was asked for",
							Change.java("Grants", "isWhole", "return reply.status() != Status.OWNED", "return true"))
					.on(Servers.QUORUM)
					.under(FaultKind.LINK_HELD, FaultKind.LINK_CUT)
					.mix(Mix.FIXED)
					.seenBy("EntryLease"),
				Mutant
					.of("quorum with a majority of one", "one master is enough",
							Change.java("Quorum", "majority", "return this.nodes.size() / 2 + 1;", "return 1;"))
					.on(Servers.QUORUM)
					.seenBy("Overlap"),
				Mutant.of("control, names of masters that move", "nothing", (overlay) -> {
				}).on(Servers.QUORUM).under(FaultKind.MASTER_TWICE),
				Mutant
					.of("identity asked once only at the start",
							"a master that gets the name of another one has two votes",
							Change
								.java("Votes", "objectionTo", "if (other != node && said != null && said",
										"if (other < 0 && said != null && said")
								.andThen(Change.java("Votes", "objectionTo",
										"return (same != null) ? SAME + same.address() : null;", "return null;")))
					.on(Servers.QUORUM)
					.under(FaultKind.MASTER_TWICE)
					.seenBy("Minority"),
				Mutant.of("control, lease times that differ", "nothing", (overlay) -> {
				}).on(Servers.ROLLING).under(FaultKind.MAJORITY_RESTARTED).mix(Mix.FIXED),
				Mutant
					.of("restart-delay by the instance's own lease time",
							"what others may still hold by a longer lease is granted again",
							Change.java("KnownNodes", "restartDelayMillis",
									"return (own == 0) ? 0 : Math.max(own, this.longestSaid);", "return own;"))
					.on(Servers.ROLLING)
					.under(FaultKind.MAJORITY_RESTARTED)
					.mix(Mix.FIXED)
					.seenBy("Overlap"));
	}

	/**
	 * Every question asks for the same least token. Else the clocks hide, most of the
	 * time, that tokens are not kept: they go on, and a turn is long. No promise about
	 * tokens rests on them.
	 */
	private static Consumer<Overlay> standingClocks() {
		return Change.java("Quorum", "floor",
				"return this.nodes.stream().mapToLong((node) -> node.serverMicros(now)).max().orElse(0);",
				"return 1L << 51;");
	}

}
