package io.github.lockstarter.proof.checker;

import io.github.lockstarter.proof.history.Attempt;
import io.github.lockstarter.proof.history.Attempt.Granted;
import io.github.lockstarter.proof.history.Attempt.Renewal;
import io.github.lockstarter.proof.history.History;

/**
 * Nothing is renewed after its release was sent, and Redis renews nothing that has run
 * out.
 */
final class RenewalCheck implements Check {

	@Override
	public String promise() {
		return "no renewal of a released lock, none of an expired lease (S4)";
	}

	@Override
	public void check(History history, Bounds bounds, Findings findings) {
		for (Attempt attempt : history.attempts()) {
			for (Renewal renewal : attempt.renewals()) {
				findings.examined();
				if (attempt.releaseSent() != 0 && renewal.sent() > attempt.releaseSent()) {
					findings.violation(attempt + " was renewed at " + renewal.sent() + " after its release at "
							+ attempt.releaseSent());
				}
			}
			if (attempt.renewals().stream().allMatch((renewal) -> renewal.answered() != 0)) {
				expired(attempt, findings);
			}
			else {
				findings.excluded("a renewal has no answer: the end of the lease is not known");
			}
		}
	}

	/**
	 * The end of the lease is the latest that an answer gave, or a question without an
	 * answer could have given.
	 */
	private static void expired(Attempt attempt, Findings findings) {
		for (Renewal renewal : attempt.renewals()) {
			long end = 0;
			for (Granted granted : attempt.grants()) {
				end = Math.max(end, granted.serverNow() + granted.millis());
			}
			for (Renewal other : attempt.renewals()) {
				if (other.sent() < renewal.sent() && other.owned()) {
					end = Math.max(end, other.serverNow() + other.millis());
				}
			}
			if (renewal.owned() && end > 0 && renewal.serverNow() > end) {
				findings.violation(attempt + " was renewed " + (renewal.serverNow() - end) + "ms after its end");
			}
		}
	}

}
