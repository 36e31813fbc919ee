package io.github.lockstarter.proof.checker;

import io.github.lockstarter.proof.history.FaultKind;
import io.github.lockstarter.proof.history.FaultKind.Effect;
import io.github.lockstarter.proof.history.History;
import io.github.lockstarter.proof.history.Operation;

/**
 * One wait budget covers everything: a caller has its answer at the end of its wait, or
 * after one command timeout if that is later, and 100 ms for the last question; one more
 * command timeout where faults have made the answers slow. Faults do not excuse more;
 * only a process that did not run does.
 */
final class WaitCheck implements Check {

	private static final long LAST_ANSWER = 100;

	@Override
	public String promise() {
		return "a caller has its answer at the end of its one wait budget";
	}

	@Override
	public void check(History history, Bounds bounds, Findings findings) {
		for (Operation operation : history.operations()) {
			long answered = operation.hasEntered() ? operation.enter() : operation.end();
			if (answered == 0) {
				findings.excluded("the process was killed before the answer");
				continue;
			}
			findings.examined();
			long took = (answered - countedFrom(history, operation, answered)) / Bounds.MILLI;
			if (took <= budget(operation, bounds, LAST_ANSWER)) {
				continue;
			}
			if (history.isPaused(operation.client(), operation.start(), answered)) {
				findings.excluded("the process did not run for a while");
			}
			else if (took <= budget(operation, bounds, bounds.commandTimeout())
					&& !isQuiet(history, operation, bounds.leaseNanos())) {
				findings.excluded("faults have made the answers slow");
			}
			else {
				findings.violation(operation + " waited " + took + "ms instead of " + operation.waitMillis() + "ms");
			}
		}
	}

	/**
	 * Who comes while an engine starts waits for its first connection: its wait counts
	 * from the end of that.
	 */
	private static long countedFrom(History history, Operation operation, long answered) {
		return history.disturbances()
			.faults()
			.stream()
			.filter((fault) -> fault.kind() == FaultKind.STOPPED_ENGINE && operation.client().equals(fault.client())
					&& fault.begin() <= answered && fault.end() > operation.start())
			.mapToLong((fault) -> Math.min(fault.end(), answered))
			.max()
			.orElse(operation.start());
	}

	/**
	 * Who has waited for one of several locks asks once more for those that are missing.
	 */
	private static long budget(Operation operation, Bounds bounds, long lastAnswer) {
		int answers = operation.isOneOfSeveral() ? 2 : 1;
		return Math.max(bounds.commandTimeout(), operation.waitMillis() + answers * lastAnswer) + bounds.late();
	}

	static boolean isQuiet(History history, Operation operation, long settle) {
		long end = (operation.end() != 0) ? operation.end() : Long.MAX_VALUE;
		return !history.isDisturbed(Effect.OUTAGE, operation.client(), operation.start() - settle, end);
	}

}
