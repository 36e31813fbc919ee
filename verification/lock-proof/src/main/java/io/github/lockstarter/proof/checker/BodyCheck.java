package io.github.lockstarter.proof.checker;

import io.github.lockstarter.proof.history.FaultKind;
import io.github.lockstarter.proof.history.History;
import io.github.lockstarter.proof.history.Operation;

/**
 * Work does not begin under a lease that is known to be lost: what the engine hands out,
 * alone or as one of several, is held when the caller looks for the first time. A fixed
 * lease may be over by then.
 */
final class BodyCheck implements Check {

	// From the last look of the engine to the first one of its caller, on a busy machine.
	private static final long JUST_NANOS = 300 * Bounds.MILLI;

	@Override
	public String promise() {
		return "no work begins under a lease that is known to be lost";
	}

	@Override
	public void check(History history, Bounds bounds, Findings findings) {
		for (Operation operation : history.operations()) {
			if (operation.begun() == 0) {
				continue;
			}
			findings.examined();
			if (operation.wasHeldAtBegin()) {
				continue;
			}
			if (operation.leaseMillis() > 0) {
				findings.excluded("the fixed lease was over");
			}
			else if (history.isPaused(operation.client(), operation.begun() - bounds.leaseNanos(), operation.begun())) {
				findings.excluded("the process did not run for a while");
			}
			else if (isJustAfter(FaultKind.CLIENT_CLOCK, history, operation)) {
				findings.excluded("the client's wall clock was just set");
			}
			else if (isJustAfter(FaultKind.STOPPED_ENGINE, history, operation)) {
				findings.excluded("the client's engine was just stopped and started: what it gave before is lost");
			}
			else {
				findings.violation(operation + " was given a lease that was lost, at " + operation.begun());
			}
		}
	}

	private static boolean isJustAfter(FaultKind kind, History history, Operation operation) {
		return history.disturbances()
			.faults()
			.stream()
			.anyMatch((fault) -> fault.kind() == kind
					&& fault.touches(operation.client(), operation.begun() - JUST_NANOS, operation.begun()));
	}

}
