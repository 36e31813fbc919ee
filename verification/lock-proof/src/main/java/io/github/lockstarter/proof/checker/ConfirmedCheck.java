package io.github.lockstarter.proof.checker;

import io.github.lockstarter.proof.history.Attempt;
import io.github.lockstarter.proof.history.Attempt.Granted;
import io.github.lockstarter.proof.history.Attempt.Renewal;
import io.github.lockstarter.proof.history.History;

/**
 * Where replicas confirm, a lease counts when one has it: what is asked of a master that
 * no replica hears is not granted, and not renewed, before a replica hears it again.
 */
final class ConfirmedCheck implements Check {

	@Override
	public String promise() {
		return "a lease that no replica can have does not count";
	}

	@Override
	public void check(History history, Bounds bounds, Findings findings) {
		if (history.disturbances().isolations().isEmpty()) {
			return;
		}
		for (Attempt attempt : history.attempts()) {
			for (Granted granted : attempt.grants()) {
				// a message is no grant where replicas confirm: its waiter asks
				if (!granted.pushed()) {
					check(history, findings, attempt, "was granted", granted.serverNow(), granted.nanos());
				}
			}
			for (Renewal renewal : attempt.renewals()) {
				if (renewal.owned()) {
					check(history, findings, attempt, "was renewed", renewal.serverNow(), renewal.answered());
				}
			}
		}
	}

	private static void check(History history, Findings findings, Attempt attempt, String what, long written,
			long answered) {
		findings.examined();
		if (history.disturbances()
			.isolations()
			.stream()
			.anyMatch((isolation) -> isolation.contains(attempt.lock(), written, answered))) {
			findings.violation(attempt + " " + what + " at " + answered + " though no replica heard its master");
		}
	}

}
