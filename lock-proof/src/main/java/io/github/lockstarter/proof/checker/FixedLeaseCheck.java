package io.github.lockstarter.proof.checker;

import io.github.lockstarter.proof.history.History;
import io.github.lockstarter.proof.history.Operation;

/**
 * A fixed lease ends: it is never held for longer than was asked for.
 */
final class FixedLeaseCheck implements Check {

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
				if (operation.deadline() > longest
						&& !history.isPaused(operation.client(), operation.enter(), longest)) {
					findings.violation(operation + " has a fixed lease of " + operation.leaseMillis() + "ms");
				}
			}
		}
	}

}
