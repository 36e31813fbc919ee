package io.github.lockstarter.proof.mutation;

import java.util.List;
import java.util.function.Consumer;

import io.github.lockstarter.proof.history.FaultKind;
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
							source("AcquireRound.java",
									"		if (this.grants.stored(token) < this.quorum.majority()) {",
									"		if (false) {")
								.andThen(source("AcquireRound.java", "		if (stored >= this.quorum.majority()) {",
										"		if (stored >= 0) {"))
								.andThen(standingClocks()))
					.on(Servers.QUORUM)
					.under(FaultKind.LINK_HELD, FaultKind.LINK_DROPPED)
					.seenBy("Token"),
				Mutant.of("quorum released only where granted", "a master whose answer was lost keeps the lock", source(
						"QuorumAttempt.java", "	private int splits;",
						"	final java.util.Set<Integer> granted = java.util.concurrent.ConcurrentHashMap.newKeySet();\n\n"
								+ "	private int splits;")
					.andThen(source("AcquireRound.java", "			this.votes.set(node, reply, failure);",
							"			this.votes.set(node, reply, failure);\n"
									+ "			if (this.votes.is(node, Status.OWNED)) { this.attempt.granted.add(node); }"))
					.andThen(source("OpenQuorum.java",
							"			this.reminders.withdraw(name, handing, millis, (node, reply, failure) -> {",
							"			Quorum.NodeAnswer only = (node, reply, failure) -> {"))
					.andThen(source("OpenQuorum.java",
							"				round.onVote(node, reply, failure);\n			});",
							"				round.onVote(node, reply, failure);\n			};\n"
									+ " for (int i = 0; i < this.quorum.size(); i++) {"
									+ " if (attempt.granted.isEmpty() || attempt.granted.contains(i)) {"
									+ " this.reminders.withdraw(i, name, handing, millis, only); }"
									+ " else { round.onVote(i, null, new StoreException(StoreException.Outcome.UNKNOWN, \"not asked\", null)); } }")))
					.on(Servers.QUORUM)
					.under(FaultKind.LINK_DROPPED, FaultKind.LINK_HELD)
					.seenBy("Orphan"),
				Mutant
					.of("quorum whose restarts count at once", "a master that has forgotten a lease gives it again",
							source("KnownNodes.java", "if (this.terms.restartDelay().isZero()) {", "if (true) {"))
					.on(Servers.QUORUM)
					.under(FaultKind.MASTER_RESTARTED)
					.mix(Mix.LONG)
					.seenBy("Overlap"),
				Mutant.of("quorum that counts an earlier round",
						"what a master gave to an earlier question, and was given up, counts for the next one",
						source("QuorumAttempt.java", "	private int splits;",
								"	@org.jspecify.annotations.Nullable Votes votes;\n\n	private int splits;")
							.andThen(source("AcquireRound.java", "		this.votes = new Votes(this.quorum);",
									"		if (attempt.votes == null) { attempt.votes = new Votes(this.quorum); }\n"
											+ "		this.votes = attempt.votes;")))
					.on(Servers.QUORUM)
					.under(FaultKind.LINK_HELD, FaultKind.LINK_CUT),
				Mutant
					.of("quorum that is handed the lock by one master", "the message of one master is a grant",
							source("HandedVotes.java", "		if (nodes.cardinality() < this.quorum.majority()) {",
									"		if (false) {"))
					.on(Servers.QUORUM)
					.seenBy("Overlap"),
				Mutant
					.of("quorum that counts a vote on its way back",
							"a vote that was handed over counts although something may give it up",
							source("HandedVotes.java", "!seat.unclear && seat.onTheWay == 0 && ", ""))
					.on(Servers.QUORUM)
					.under(FaultKind.LINK_HELD, FaultKind.LINK_CUT)
					.seenBy("Overlap"),
				Mutant
					.of("quorum whose masters hand one vote to two",
							"a master tells all who wait that they have its vote",
							script("withdraw.lua", "      keep(lease)\n      break\n", "      keep(lease)\n"))
					.on(Servers.QUORUM)
					.seenBy("Overlap"),
				Mutant
					.of("quorum that hears a round before the votes",
							"what a question hears that was asked before the lock was handed over is given up",
							source("VoteListener.java", "		attempt.begin(quorum.nextRound());\n", ""))
					.on(Servers.QUORUM)
					.under(FaultKind.LINK_HELD, FaultKind.LINK_CUT),
				Mutant
					.of("quorum that hands over without a larger token", "the next one has the token of the one before",
							script("withdraw.lua", "math.max(fence + 1, floor)", "tonumber(floor)")
								.andThen(source("OpenQuorum.java", "Math.max(floor, attempt.lastToken() + 1)", "floor"))
								.andThen(standingClocks()))
					.on(Servers.QUORUM)
					.seenBy("Token"),
				Mutant
					.of("quorum that takes a short vote for a long lease",
							"what a master has handed over for a moment is counted for the lease that was asked for",
							source("Grants.java", "		return reply.status() != Status.OWNED\n", "		return true\n"))
					.on(Servers.QUORUM)
					.under(FaultKind.LINK_HELD, FaultKind.LINK_CUT)
					.mix(Mix.FIXED)
					.seenBy("EntryLease"),
				Mutant
					.of("quorum with a majority of one", "one master is enough",
							source("Quorum.java", "return this.nodes.size() / 2 + 1;", "return 1;"))
					.on(Servers.QUORUM)
					.seenBy("Overlap"),
				Mutant.of("control, names of masters that move", "nothing", (overlay) -> {
				}).on(Servers.QUORUM).under(FaultKind.MASTER_TWICE),
				Mutant
					.of("identity asked once only at the start",
							"a master that gets the name of another one has two votes",
							source("Votes.java", "			if (other != node && said != null && said",
									"			if (other < 0 && said != null && said")
								.andThen(source("Votes.java",
										"		return (same != null) ? SAME + same.address() : null;",
										"		return null;")))
					.on(Servers.QUORUM)
					.under(FaultKind.MASTER_TWICE)
					.seenBy("Minority"),
				Mutant.of("control, lease times that differ", "nothing", (overlay) -> {
				}).on(Servers.ROLLING).under(FaultKind.MAJORITY_RESTARTED).mix(Mix.FIXED),
				Mutant
					.of("restart-delay by the instance's own lease time",
							"what others may still hold by a longer lease is granted again",
							source("KnownNodes.java", "return (own == 0) ? 0 : Math.max(own, this.longestSaid);",
									"return own;"))
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
		return source("Quorum.java",
				"		return this.nodes.stream().mapToLong((node) -> node.serverMicros(now)).max().orElse(0);",
				"		return 1L << 51;");
	}

	private static Consumer<Overlay> script(String file, String text, String replacement) {
		return (overlay) -> overlay.script(file, text, replacement);
	}

	private static Consumer<Overlay> source(String file, String text, String replacement) {
		return (overlay) -> overlay.source("quorum/" + file, text, replacement);
	}

}
