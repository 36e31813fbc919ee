package io.github.lockstarter.proof.checker;

import java.util.Set;

import io.github.lockstarter.proof.history.History;
import io.github.lockstarter.proof.history.Operation;

/**
 * A caller is told that Redis cannot be reached only when something stood between.
 */
final class OutageCheck implements Check {

	// What has nothing to do with Redis: an application's full task executor.
	private static final Set<String> OTHERS = Set.of("HELD", "INTERRUPTED", "REJECTED");

	@Override
	public String promise() {
		return "nobody hears 'unavailable' while Redis can be reached";
	}

	@Override
	public void check(History history, Bounds bounds, Findings findings) {
		for (Operation operation : history.operations()) {
			if (operation.refusal() == null) {
				continue;
			}
			findings.examined();
			if (!OTHERS.contains(operation.refusal())) {
				if (WaitCheck.isQuiet(history, operation, 0)) {
					findings.violation(operation + " was told " + operation.refusal());
				}
				else {
					findings.excluded("a fault or a pause hit the client");
				}
			}
		}
	}

}
