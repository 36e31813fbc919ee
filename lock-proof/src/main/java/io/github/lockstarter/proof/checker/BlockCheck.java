package io.github.lockstarter.proof.checker;

import java.util.List;

import io.github.lockstarter.proof.checker.Blocks.Block;
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
		Blocks blocks = new Blocks(history);
		for (List<Operation> holds : history.holds().values()) {
			for (Operation hold : holds) {
				findings.examined();
				Block block = blocks.nearest(hold);
				if (block == null || !block.contains(hold.token())) {
					findings.violation(hold + " has a token of no block, the nearest is " + block);
				}
			}
		}
	}

}
