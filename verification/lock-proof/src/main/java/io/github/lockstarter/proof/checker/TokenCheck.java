package io.github.lockstarter.proof.checker;

import java.util.List;

import io.github.lockstarter.proof.history.History;
import io.github.lockstarter.proof.history.Mark;
import io.github.lockstarter.proof.history.Operation;

/**
 * S3. Fencing tokens are unique and grow in order of entry, whatever happens to Redis,
 * its data and its clock.
 */
final class TokenCheck implements Check {

	@Override
	public String promise() {
		return "fencing tokens are unique and grow with each entry (S3)";
	}

	@Override
	public void check(History history, Bounds bounds, Findings findings) {
		for (List<Operation> holds : history.holds().values()) {
			Operation last = null;
			for (Operation hold : holds) {
				findings.examined();
				if (last != null && hold.token() <= last.token()) {
					report(history, findings, hold, last);
				}
				last = (last == null || hold.token() > last.token()) ? hold : last;
			}
		}
	}

	/**
	 * Where Redis gave a lock a second time, because it had lost its data or its clock,
	 * or a client could not tell that its grant was over, who was granted it first may
	 * enter last.
	 */
	private static void report(History history, Findings findings, Operation hold, Operation last) {
		long since = hold.ownedSince();
		if (hold.token() == last.token()) {
			findings.violation(hold + " entered with the token of " + last);
		}
		else if (history.hasMark(Mark.Kind.DATA_LOSS, since, hold.enter())) {
			findings.excluded("Redis lost its data between the grant and the entry");
		}
		else if (history.hasMark(Mark.Kind.FORWARD_STEP, since, hold.enter())) {
			findings.excluded("the server's clock stepped forward between the grant and the entry");
		}
		else if (Switches.mayBeUnheard(history, hold) || Switches.mayBeUnheard(history, last)) {
			findings.excluded("one of the two had it from a master that Sentinel was just replacing");
		}
		else if (history.isWithoutClocks(hold.client(), since, hold.enter())) {
			findings.excluded("the client's wall clock was set and its process stood still");
		}
		else {
			findings.violation(hold + " entered after " + last);
		}
	}

}
