package io.github.lockstarter.proof.checker;

import io.github.lockstarter.proof.history.Attempt;
import io.github.lockstarter.proof.history.Attempt.Granted;
import io.github.lockstarter.proof.history.FaultKind.Effect;
import io.github.lockstarter.proof.history.History;
import io.github.lockstarter.proof.history.Mark;

/**
 * Who has left the queue is not granted the lock.
 */
final class GhostCheck implements Check {

	private static final long AROUND_A_STEP = 5_000 * Bounds.MILLI;

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
				if (isGhost(history, bounds, attempt, granted)) {
					report(history, findings, attempt, granted);
				}
			}
		}
	}

	/**
	 * A question that was overtaken by the CANCEL on a broken connection may still be
	 * executed until its cutoff, and may give it a place for three polls more.
	 */
	private static boolean isGhost(History history, Bounds bounds, Attempt attempt, Granted granted) {
		if (granted.serverNow() <= attempt.cancelledServer()) {
			return false;
		}
		return granted.serverNow() > attempt.lastCutoff() + (granted.pushed() ? bounds.waiter() : 0)
				|| (granted.pushed() && attempt.lastAsked() < attempt.cancelSent()
						&& !history.isDisturbed(Effect.ORDER, attempt.client(), attempt.firstAsked(), granted.nanos()));
	}

	private static void report(History history, Findings findings, Attempt attempt, Granted granted) {
		long from = attempt.firstAsked() - AROUND_A_STEP;
		long to = granted.nanos() + AROUND_A_STEP;
		if (history.hasMark(Mark.Kind.BACKWARD_STEP, from, to) || history.hasMark(Mark.Kind.FORWARD_STEP, from, to)) {
			findings.excluded("the server's clock was set: its times cannot be compared");
		}
		else if (history.hasMark(Mark.Kind.SWITCH, attempt.firstAsked() - Bounds.SWITCH * Bounds.MILLI, to)) {
			findings.excluded("another master did not hear that it left");
		}
		else {
			findings.violation(attempt + " was granted the lock " + (granted.serverNow() - attempt.cancelledServer())
					+ "ms after it had left");
		}
	}

}
