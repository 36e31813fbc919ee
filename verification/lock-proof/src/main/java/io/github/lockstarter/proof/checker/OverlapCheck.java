package io.github.lockstarter.proof.checker;

import java.util.List;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.proof.history.History;
import io.github.lockstarter.proof.history.Mark;
import io.github.lockstarter.proof.history.Operation;

/**
 * S2. The holds [enter, min(exit, loss, deadline)] of one lock do not overlap, but for
 * those who share it: no other is beside one that has it alone. Not promised, and
 * therefore excluded by name: pairs between whose grants Redis lost its data or its clock
 * was set forward, or a client was left without a clock; and two holders while Sentinel
 * names another master, which end soon after it has.
 */
final class OverlapCheck implements Check {

	// A waiter counts a message's age from its answers: a forward step between the two
	// counts as age. It answers every poll; this is more than the longest time between
	// two.
	private static final int LEASES_BEFORE = 2;

	@Override
	public String promise() {
		return "nobody has a lock beside one that has it alone (S2)";
	}

	@Override
	public void check(History history, Bounds bounds, Findings findings) {
		for (List<Operation> holds : history.holds().values()) {
			Operation longest = null;
			Operation longestAlone = null;
			for (Operation hold : holds) {
				findings.examined();
				// who shares it may be beside all others that do
				Operation other = hold.isShared() ? longestAlone : longest;
				if (other != null && other.holdEnd() > hold.enter()) {
					report(history, bounds, findings, other, hold);
				}
				longest = longer(longest, hold);
				longestAlone = hold.isShared() ? longestAlone : longer(longestAlone, hold);
			}
		}
	}

	private static Operation longer(@Nullable Operation former, Operation hold) {
		return (former == null || hold.holdEnd() > former.holdEnd()) ? hold : former;
	}

	private static void report(History history, Bounds bounds, Findings findings, Operation first, Operation second) {
		String excuse = excuse(history, bounds, first, second);
		if (excuse != null) {
			findings.excluded(excuse);
		}
		else {
			findings.violation("for " + (first.holdEnd() - second.enter()) / 1_000 + "us: " + first + " and " + second);
		}
	}

	/**
	 * Why two may have a lock though one of them may not.
	 * @return the reason, null without one
	 */
	static @Nullable String excuse(History history, Bounds bounds, Operation first, Operation second) {
		long since = Math.min(first.ownedSince(), second.ownedSince());
		if (history.hasMark(Mark.Kind.DATA_LOSS, since, second.enter())) {
			return "Redis lost its data between the grants";
		}
		if (history.hasMark(Mark.Kind.FORWARD_STEP, first.enter() - LEASES_BEFORE * bounds.leaseNanos(),
				second.enter())) {
			return "the server's clock stepped forward during the lease";
		}
		if (Switches.mayBeTwo(history, first, second)) {
			return "Sentinel was just naming another master";
		}
		if (history.isWithoutClocks(first.client(), first.ownedSince(), Math.max(first.holdEnd(), second.enter()))
				|| history.isWithoutClocks(second.client(), second.ownedSince(), second.enter())) {
			return "the client's wall clock was set and its process stood still";
		}
		return null;
	}

}
