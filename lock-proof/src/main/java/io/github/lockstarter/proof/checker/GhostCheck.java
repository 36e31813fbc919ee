package io.github.lockstarter.proof.checker;

import io.github.lockstarter.proof.history.Attempt;
import io.github.lockstarter.proof.history.Attempt.Granted;
import io.github.lockstarter.proof.history.FaultKind.Effect;
import io.github.lockstarter.proof.history.History;

/**
 * Who has left the queue is not granted the lock.
 */
final class GhostCheck implements Check {

	@Override
	public String promise() {
		return "a waiter that has left is handed nothing";
	}

	@Override
	public void check(History history, Bounds bounds, Findings findings) {
		for (Attempt attempt : history.attempts()) {
			if (attempt.cancelledServer() == 0) {
				continue;
			}
			findings.examined();
			for (Granted granted : attempt.grants()) {
				// a question that was overtaken by the CANCEL on a broken connection may
				// still be executed until its cutoff
				if (granted.serverNow() > Math.max(attempt.cancelledServer(), attempt.lastCutoff())
						|| (granted.pushed() && granted.serverNow() > attempt.cancelledServer()
								&& attempt.lastAsked() < attempt.cancelSent() && !history.isDisturbed(Effect.ORDER,
										attempt.client(), attempt.firstAsked(), granted.nanos()))) {
					findings.violation(attempt + " was granted the lock "
							+ (granted.serverNow() - attempt.cancelledServer()) + "ms after it had left");
				}
			}
		}
	}

}
