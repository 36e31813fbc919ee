package io.github.lockstarter.proof.checker;

import io.github.lockstarter.proof.history.History;
import io.github.lockstarter.proof.history.Mark;
import io.github.lockstarter.proof.history.Operation;

/**
 * A fixed lease ends: it is never held for longer than was asked for.
 */
final class FixedLeaseCheck implements Check {

	// A lease from before a backward step ends that much later.
	private static final long LONGEST_STEP = 5_000 * Bounds.MILLI;

	@Override
	public String promise() {
		return "a fixed lease is not renewed";
	}

	@Override
	public void check(History history, Bounds bounds, Findings findings) {
		for (Operation operation : history.operations()) {
			if (operation.hasEntered() && operation.leaseMillis() > 0) {
				findings.examined();
				// after a hand-off the first renewal makes it that long from the entry on
				long longest = operation.enter() + (operation.leaseMillis() + bounds.commandTimeout()) * Bounds.MILLI;
				if (operation.deadline() <= longest) {
					continue;
				}
				if (history.hasMark(Mark.Kind.BACKWARD_STEP, operation.start() - LONGEST_STEP, longest)) {
					findings.excluded("the server's clock stepped back: leases in Redis last longer");
				}
				else if (history.isPaused(operation.client(), operation.start(), longest)) {
					findings.excluded("the process did not run for a while");
				}
				else {
					findings.violation(operation + " has a fixed lease of " + operation.leaseMillis() + "ms");
				}
			}
		}
	}

}
