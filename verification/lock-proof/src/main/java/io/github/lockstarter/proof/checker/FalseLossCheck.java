package io.github.lockstarter.proof.checker;

import io.github.lockstarter.proof.history.FaultKind.Effect;
import io.github.lockstarter.proof.history.History;
import io.github.lockstarter.proof.history.Mark;
import io.github.lockstarter.proof.history.Operation;

/**
 * A lease is called lost only when it was: a fixed one at its end, a renewed one when a
 * fault kept the renewals away for most of a lease.
 */
final class FalseLossCheck implements Check {

	@Override
	public String promise() {
		return "no lease is called lost without a reason";
	}

	@Override
	public void check(History history, Bounds bounds, Findings findings) {
		for (Operation operation : history.operations()) {
			if (!operation.hasEntered()) {
				continue;
			}
			findings.examined();
			long lost = (operation.lostAt() != 0) ? operation.lostAt()
					: operation.isReportedLost() ? operation.end() : 0;
			if (lost == 0) {
				continue;
			}
			if (operation.lostAt() == 0 && wasAnotherOneLost(history, operation)) {
				findings.excluded("another one of several was lost");
			}
			else if (isFixedLeaseOver(operation, lost)) {
				findings.excluded("the fixed lease was over");
			}
			else if (history.isDisturbed(Effect.LOSS, operation.client(), lost - bounds.leaseNanos(), lost)) {
				findings.excluded("a fault or a pause kept the renewals away");
			}
			else if (history.hasMark(Mark.Kind.DATA_LOSS, operation.ownedSince(), lost)) {
				findings.excluded("Redis lost its data");
			}
			else if (Switches.mayBeUnheard(history, operation)) {
				findings.excluded("granted while Sentinel replaced the master");
			}
			else if (Switches.tookALease(history, bounds, lost)) {
				findings.excluded("Sentinel took most of a lease to replace the master");
			}
			else {
				findings.violation(operation + " was called lost at " + lost);
			}
		}
	}

	/**
	 * The end of a call for several locks says that one of them was lost, and not which.
	 */
	private static boolean wasAnotherOneLost(History history, Operation operation) {
		return operation.isOneOfSeveral() && history.operations()
			.stream()
			.anyMatch((other) -> other.lostAt() != 0 && other.call().equals(operation.call()));
	}

	/**
	 * The wall clock tells milliseconds only: by that one a lease may be over so much
	 * sooner than its caller has computed.
	 */
	private static boolean isFixedLeaseOver(Operation operation, long lost) {
		return operation.leaseMillis() > 0 && lost >= operation.deadline() - Bounds.MILLI;
	}

}
