package io.github.lockstarter.proof.checker;

import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

import io.github.lockstarter.proof.history.Attempt;
import io.github.lockstarter.proof.history.Attempt.Granted;
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
		Map<String, NavigableMap<Long, Long>> blocks = new TreeMap<>();
		for (Attempt attempt : history.attempts()) {
			for (Granted granted : attempt.grants()) {
				blocks.computeIfAbsent(attempt.client() + " " + attempt.lock(), (key) -> new TreeMap<>())
					.merge(granted.first(), granted.last(), Math::max);
			}
		}
		for (List<Operation> holds : history.holds().values()) {
			for (Operation hold : holds) {
				findings.examined();
				Map.Entry<Long, Long> block = blocks.getOrDefault(hold.client() + " " + hold.lock(), new TreeMap<>())
					.floorEntry(hold.token());
				if (block == null || block.getValue() < hold.token()) {
					findings.violation(hold + " has a token of no block, the nearest is " + block);
				}
			}
		}
	}

}
