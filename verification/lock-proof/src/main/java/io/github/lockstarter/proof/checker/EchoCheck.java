package io.github.lockstarter.proof.checker;

import java.util.HashSet;
import java.util.Set;

import io.github.lockstarter.proof.history.Attempt;
import io.github.lockstarter.proof.history.Attempt.Granted;
import io.github.lockstarter.proof.history.History;

/**
 * Who is handed a lock is told once: a second copy of the message would be dated by
 * another server, and cost a question to give back what is over.
 */
final class EchoCheck implements Check {

	@Override
	public String promise() {
		return "a message arrives once";
	}

	@Override
	public void check(History history, Bounds bounds, Findings findings) {
		for (Attempt attempt : history.attempts()) {
			Set<String> messages = new HashSet<>();
			for (Granted granted : attempt.grants()) {
				if (granted.pushed()) {
					findings.examined();
					if (!messages.add(granted.serverNow() + " " + granted.first())) {
						findings.violation(attempt + " was told twice of token " + granted.first());
					}
				}
			}
		}
	}

}
