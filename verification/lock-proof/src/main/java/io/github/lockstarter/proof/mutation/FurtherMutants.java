package io.github.lockstarter.proof.mutation;

import java.util.List;

import io.github.lockstarter.proof.campaign.Conditions;
import io.github.lockstarter.proof.history.FaultKind;
import io.github.lockstarter.proof.overlay.Change;
import io.github.lockstarter.proof.workload.Mix;
import io.github.lockstarter.proof.workload.Servers;
import io.github.lockstarter.proof.workload.Several;

/**
 * Seeded bugs that were written without a look at the checks. Since then one of them has
 * got a check.
 */
final class FurtherMutants {

	private FurtherMutants() {
	}

	static List<Mutant> all() {
		return List.of(
				Mutant
					.of("late grant that keeps its id", "what is given back and what is asked for next have one id",
							Change.java("StoreAttempt", "onOwned", "newId(); this.mutex.wake();", "this.mutex.wake();"))
					.under(FaultKind.DELAY, FaultKind.CUT),
				Mutant
					.of("failed renewal that waits for its next turn",
							"a renewal without an answer is repeated after a third of the lease, and not soon",
							Change.java("RenewalSchedule", "failed",
									"this.nextNanos = now + this.backOff.nanos(this.failures++);",
									"this.failures++; this.nextNanos = now + this.intervalNanos;"))
					.under(FaultKind.CUT, FaultKind.KILLED_CONNECTIONS)
					.mix(Mix.LONG),
				Mutant
					.of("first of several locks not made longer",
							"a fixed lease has run for as long as the caller waited for another lock",
							Change.java("MultiEntry", "keep",
									"if (held) { runRemembering(part::refresh); } else if (part.isAcquired()) {",
									"if (!held && part.isAcquired()) {"))
					.mix(Mix.FIXED)
					.in(Conditions.PLAIN.several(Several.SOMETIMES)),
				Mutant.of("held lock reported as unavailable",
						"a caller whose wait ends gets the exception for an outage, although the store has answered",
						Change.java("AttemptOutcome", "with", "(this.saidHeld && !trouble)",
								"(this.saidHeld && trouble)"))
					.mix(Mix.BRIEF),
				Mutant
					.of("lost answer taken for not sent", "a question whose answer is lost leaves the lock behind",
							Change.java("AttemptTraffic", "failed",
									"if (failure.getOutcome() == StoreException.Outcome.NOT_SENT) {",
									"if (failure.getOutcome() != null) {"))
					.under(FaultKind.DROPPED_REPLIES, FaultKind.CUT),
				Mutant
					.of("who leaves from the middle leaves its field",
							"the hash of a busy lock grows with each waiter that gives up",
							Change.script("queue.lua", "leave", "delete(left, 'w' .. id, from", "delete(left, from"))
					.mix(Mix.BRIEF),
				Mutant.of("lock kept until the next poll only",
						"a waiter that no message reaches is passed over again after it has come back",
						Change.script("queue.lua", "join", "(kept and ':1' or limit and ':' or '')",
								"(limit and ':' or '')"))
					.under(FaultKind.NO_SUBSCRIPTION),
				Mutant
					.of("renewal that makes a lease shorter", "what was asked for before is replaced by less",
							Change.script("renew.lua", "renewByLooking", "left > lease and x or endsText", "endsText"))
					.under(FaultKind.RESTART)
					.mix(Mix.LONG),
				Mutant
					.of("renewal that counts an earlier round",
							"a majority is kept by a node that an earlier round is about to give up",
							Change.java("quorum.Renewals", "onVote",
									"attempt.isConfirmedBy(node) || !attempt.isOwner())) {", "true)) {"))
					.on(Servers.QUORUM)
					.under(FaultKind.LINK_HELD, FaultKind.LINK_DROPPED)
					.mix(Mix.LONG),
				Mutant
					.of("former master connected late",
							"a connection that was being made when the master moved is used when it stands",
							Change.java("SupervisedConnection", "connectAnew",
									"this.generation.incrementAndGet(); this.pause.reset();", "this.pause.reset();"))
					.on(Servers.SENTINEL)
					.under(FaultKind.SWITCHED, FaultKind.CUT),
				Mutant
					.of("answers in the order of the nodes",
							"of the locks that are renewed together each gets the answer of another one",
							Change.java("ClusterTopology", "renew",
									"Map<Integer, CompletionStage<RenewCall.Reply>> answers = new TreeMap<>();",
									"Map<Integer, CompletionStage<RenewCall.Reply>> answers = new LinkedHashMap<>();"))
					.on(Servers.CLUSTER)
					.under(FaultKind.SLOT_MOVED)
					.mix(Mix.LONG));
	}

}
