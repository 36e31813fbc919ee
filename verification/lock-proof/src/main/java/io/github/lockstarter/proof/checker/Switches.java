package io.github.lockstarter.proof.checker;

import io.github.lockstarter.proof.history.History;
import io.github.lockstarter.proof.history.Mark;
import io.github.lockstarter.proof.history.Operation;

/**
 * What is not promised while Sentinel makes another server the master. The former one may
 * grant what the new one never hears of, until clients have heard of the new one; that is
 * soon after a Sentinel says so, also for those whose connections stand. Then each lock
 * has one holder again: who has lost it is told.
 */
final class Switches {

	// On one machine, which is busy.
	private static final long REPLICATION = 200 * Bounds.MILLI;

	private Switches() {
	}

	/**
	 * Whether there may be two holders of a lock from one moment to another.
	 */
	static boolean mayBeTwo(History history, long from, long to) {
		return history.disturbances()
			.marks()
			.stream()
			.anyMatch((mark) -> mark.kind() == Mark.Kind.SWITCH && mark.begin() - REPLICATION <= from
					&& to <= mark.end() + Bounds.SWITCH * Bounds.MILLI);
	}

	/**
	 * Whether a lock may have been granted by a master that the next one never heard.
	 */
	static boolean mayBeUnheard(History history, Operation hold) {
		return history.hasMark(Mark.Kind.SWITCH, hold.ownedSince() - Bounds.SWITCH * Bounds.MILLI,
				hold.enter() + REPLICATION);
	}

	/**
	 * Whether, before some moment, renewals went to a former master for so long that the
	 * lease was over at the next one.
	 */
	static boolean tookALease(History history, Bounds bounds, long before) {
		return history.disturbances()
			.marks()
			.stream()
			.anyMatch((mark) -> mark.kind() == Mark.Kind.SWITCH && mark.begin() <= before
					&& before - mark.end() <= bounds.leaseNanos()
					&& mark.end() - mark.begin() + Bounds.SWITCH * Bounds.MILLI > bounds.leaseNanos() / 3 * 2);
	}

}
