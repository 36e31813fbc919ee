package io.github.lockstarter.proof.checker;

import java.util.List;

import io.github.lockstarter.proof.history.History;
import io.github.lockstarter.proof.history.Operation;

/**
 * A JVM uses no token outside the blocks that it was given.
 */
final class BlockCheck implements Check {

	@Override
	public String promise() {
		return "each token lies in a block that was granted to that client";
	}

	@Override
	public void check(History history, Bounds bounds, Findings findings) {
		for (List<Operation> holds : history.holds().values()) {
			for (Operation hold : holds) {
				findings.examined();
				if (!hold.isGranted()) {
					findings.violation(hold + " has a token of no block, the nearest is " + hold.block());
				}
			}
		}
	}

}
