package io.github.lockstarter.proof.checker;

import java.util.List;

import io.github.lockstarter.proof.history.History;
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
					findings.violation(hold + " entered after " + last);
				}
				last = (last == null || hold.token() > last.token()) ? hold : last;
			}
		}
	}

}
