package io.github.lockstarter.proof.checker;

import java.util.List;

import io.github.lockstarter.proof.history.History;
import io.github.lockstarter.proof.history.Mark;
import io.github.lockstarter.proof.history.Operation;

/**
 * S2. The holds [enter, min(exit, loss, deadline)] of one lock do not overlap. Not
 * promised, and therefore excluded by name: pairs between whose grants Redis lost its
 * data or its clock was set forward, or a client was left without a clock; and two
 * holders while Sentinel names another master, which end soon after it has.
 */
final class OverlapCheck implements Check {

	// A waiter counts a message's age from its answers: a forward step between the two
	// counts as age. It answers every poll; this is more than the longest time between
	// two.
	private static final int LEASES_BEFORE = 2;

	@Override
	public String promise() {
		return "two holds of a lock never overlap (S2)";
	}

	@Override
	public void check(History history, Bounds bounds, Findings findings) {
		for (List<Operation> holds : history.holds().values()) {
			Operation longest = null;
			for (Operation hold : holds) {
				findings.examined();
				if (longest != null && longest.holdEnd() > hold.enter()) {
					report(history, bounds, findings, longest, hold);
				}
				longest = (longest == null || hold.holdEnd() > longest.holdEnd()) ? hold : longest;
			}
		}
	}

	private static void report(History history, Bounds bounds, Findings findings, Operation first, Operation second) {
		long since = Math.min(first.ownedSince(), second.ownedSince());
		if (history.hasMark(Mark.Kind.DATA_LOSS, since, second.enter())) {
			findings.excluded("Redis lost its data between the grants");
		}
		else if (history.hasMark(Mark.Kind.FORWARD_STEP, first.enter() - LEASES_BEFORE * bounds.leaseNanos(),
				second.enter())) {
			findings.excluded("the server's clock stepped forward during the lease");
		}
		else if (Switches.mayBeTwo(history, first, second)) {
			findings.excluded("Sentinel was just naming another master");
		}
		else if (history.isWithoutClocks(first.client(), first.ownedSince(), Math.max(first.holdEnd(), second.enter()))
				|| history.isWithoutClocks(second.client(), second.ownedSince(), second.enter())) {
			findings.excluded("the client's wall clock was set and its process stood still");
		}
		else {
			findings.violation("for " + (first.holdEnd() - second.enter()) / 1_000 + "us: " + first + " and " + second);
		}
	}

}
