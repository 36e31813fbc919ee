package io.github.lockstarter.proof.checker;

import io.github.lockstarter.proof.history.History;
import io.github.lockstarter.proof.history.Operation;

/**
 * Who is interrupted while it waits does not wait any longer. Only one that holds a lock
 * already, and has it made longer, waits for that answer. Nothing excuses more, but a
 * process that did not run.
 */
final class InterruptCheck implements Check {

	@Override
	public String promise() {
		return "an interrupt ends a wait at once";
	}

	@Override
	public void check(History history, Bounds bounds, Findings findings) {
		for (Operation operation : history.operations()) {
			long answered = operation.hasEntered() ? operation.enter() : operation.end();
			if (operation.interrupted() == 0 || answered < operation.interrupted()) {
				continue;
			}
			findings.examined();
			long took = (answered - operation.interrupted()) / Bounds.MILLI;
			if (took <= bounds.commandTimeout() + bounds.late()) {
				continue;
			}
			if (history.isPaused(operation.client(), operation.interrupted(), answered)) {
				findings.excluded("the process did not run for a while");
			}
			else {
				findings.violation(operation + " was interrupted, and waited for " + took + "ms more");
			}
		}
	}

}
