package io.github.lockstarter.proof.checker;

import java.util.List;

import io.github.lockstarter.proof.history.Attempt;
import io.github.lockstarter.proof.history.FaultKind;
import io.github.lockstarter.proof.history.FaultWindow;
import io.github.lockstarter.proof.history.History;

/**
 * A majority is one of servers, not of names. What was asked, and answered, while fewer
 * could be reached is no grant and no renewal.
 */
final class MinorityCheck implements Check {

	@Override
	public String promise() {
		return "fewer masters than a majority grant and renew nothing, under whatever names";
	}

	@Override
	public void check(History history, Bounds bounds, Findings findings) {
		for (FaultWindow window : history.disturbances().faults()) {
			if (window.kind() == FaultKind.MINORITY) {
				history.attempts().forEach((attempt) -> check(window, attempt, findings));
			}
		}
	}

	private static void check(FaultWindow window, Attempt attempt, Findings findings) {
		List<Long> asked = attempt.asked();
		for (Attempt.Granted granted : attempt.grants()) {
			long last = asked.stream()
				.mapToLong(Long::longValue)
				.filter((one) -> one <= granted.nanos())
				.max()
				.orElse(0);
			check(window, findings, attempt + " was granted", last, granted.nanos());
		}
		for (Attempt.Renewal renewal : attempt.renewals()) {
			if (renewal.owned()) {
				check(window, findings, attempt + " was renewed", renewal.sent(), renewal.answered());
			}
		}
		asked.stream()
			.filter((one) -> window.begin() <= one && one <= window.end())
			.forEach((one) -> findings.examined());
	}

	private static void check(FaultWindow window, Findings findings, String what, long asked, long answered) {
		if (window.begin() <= asked && answered <= window.end()) {
			findings.violation(what + " at " + answered + ", asked at " + asked
					+ ", while fewer masters than a majority could be reached from " + window.begin() + " to "
					+ window.end());
		}
	}

}
