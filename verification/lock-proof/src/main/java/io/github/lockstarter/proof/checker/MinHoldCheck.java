package io.github.lockstarter.proof.checker;

import java.util.List;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.proof.history.History;
import io.github.lockstarter.proof.history.Mark;
import io.github.lockstarter.proof.history.Operation;

/**
 * After a normal return the name stays taken until the minimum hold is over. It counts
 * from the grant: who has it from a caller before it in its JVM has it since that one's
 * exit at the earliest. A caller may come to run long after its grant.
 */
final class MinHoldCheck implements Check {

	@Override
	public String promise() {
		return "a minimum hold keeps everybody out until its end";
	}

	@Override
	public void check(History history, Bounds bounds, Findings findings) {
		for (List<Operation> holds : history.holds().values()) {
			for (int i = 0; i + 1 < holds.size(); i++) {
				Operation hold = holds.get(i);
				Operation next = hold.isShared() ? nextAlone(holds, i + 1) : holds.get(i + 1);
				if (next != null && hold.minHoldMillis() > 0 && hold.exit() != 0 && hold.lostAt() == 0
						&& !hold.isReportedLost()) {
					check(history, findings, hold, next, granted(hold, (i > 0) ? holds.get(i - 1) : null));
				}
			}
		}
	}

	/**
	 * Who shares a lock keeps nobody out who does, too.
	 */
	private static @Nullable Operation nextAlone(List<Operation> holds, int from) {
		for (int i = from; i < holds.size(); i++) {
			if (!holds.get(i).isShared()) {
				return holds.get(i);
			}
		}
		return null;
	}

	/**
	 * The earliest moment from which the minimum hold can count.
	 */
	private static long granted(Operation hold, @Nullable Operation former) {
		if (!hold.isGranted() || !hold.block().alone()) {
			return hold.start();
		}
		long granted = Math.max(hold.start(), hold.block().granted());
		boolean handedOn = former != null && !hold.isShared() && hold.block().equals(former.block())
				&& former.exit() <= hold.enter();
		return handedOn ? Math.max(granted, former.exit()) : granted;
	}

	private static void check(History history, Findings findings, Operation hold, Operation next, long granted) {
		findings.examined();
		if (next.enter() >= granted + hold.minHoldMillis() * Bounds.MILLI) {
			return;
		}
		long since = Math.min(hold.ownedSince(), next.ownedSince());
		if (history.hasMark(Mark.Kind.DATA_LOSS, since, next.enter())) {
			findings.excluded("Redis lost its data");
		}
		else if (history.hasMark(Mark.Kind.FORWARD_STEP, since, next.enter())) {
			findings.excluded("the server's clock stepped forward");
		}
		else if (Switches.mayBeUnheard(history, hold)) {
			findings.excluded("its master was just being replaced by Sentinel");
		}
		else if (history.isPaused(hold.client(), hold.start(), hold.exit())
				|| history.isWithoutClocks(next.client(), next.ownedSince(), next.enter())) {
			findings.excluded("the process did not run for a while");
		}
		else {
			findings.violation(next + " entered within the minimum hold of " + hold.minHoldMillis() + "ms since "
					+ granted + " of " + hold);
		}
	}

}
