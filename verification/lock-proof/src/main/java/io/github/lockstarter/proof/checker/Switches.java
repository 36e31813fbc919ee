package io.github.lockstarter.proof.checker;

import java.util.stream.LongStream;

import io.github.lockstarter.proof.history.FaultKind;
import io.github.lockstarter.proof.history.FaultKind.Effect;
import io.github.lockstarter.proof.history.FaultWindow;
import io.github.lockstarter.proof.history.History;
import io.github.lockstarter.proof.history.Mark;
import io.github.lockstarter.proof.history.Operation;
import io.github.lockstarter.proof.history.Pause;

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
	 * Whether there may be two holders of a lock for as long as both hold it, and work.
	 */
	static boolean mayBeTwo(History history, Operation first, Operation second) {
		long from = second.enter();
		long to = Math.min(workedUntil(history, first), workedUntil(history, second));
		return history.disturbances()
			.marks()
			.stream()
			.anyMatch((mark) -> mark.kind() == Mark.Kind.SWITCH && mark.begin() - REPLICATION <= from
					&& (to <= heardUntil(history, first.client(), mark)
							|| to <= heardUntil(history, second.client(), mark)));
	}

	/**
	 * When a client has heard of another master, at the latest: not while it stands still
	 * or no Sentinel reaches it.
	 */
	private static long heardUntil(History history, String client, Mark mark) {
		long until = mark.end() + Bounds.SWITCH * Bounds.MILLI;
		long before;
		do {
			before = until;
			until = Math.max(until, deafUntil(history, client, mark.end(), before) + Bounds.SWITCH * Bounds.MILLI);
		}
		while (until > before);
		return until;
	}

	/**
	 * The end of what keeps words away from a client, if that begins before some moment.
	 */
	private static long deafUntil(History history, String client, long from, long to) {
		LongStream pauses = history.disturbances()
			.pauses()
			.stream()
			.filter((pause) -> pause.touches(client, from, to))
			.mapToLong(Pause::end);
		LongStream faults = history.disturbances()
			.faults()
			.stream()
			.filter((fault) -> fault.kind().excuses(Effect.OUTAGE) && fault.touches(client, from, to)
					&& fault.client() != null)
			.mapToLong(FaultWindow::end);
		return LongStream.concat(pauses, faults).max().orElse(Long.MIN_VALUE / 2);
	}

	/**
	 * Whoever is killed works no more, though its lease goes on.
	 */
	private static long workedUntil(History history, Operation hold) {
		return history.disturbances()
			.faults()
			.stream()
			.filter((fault) -> fault.kind() == FaultKind.KILLED_CLIENT && hold.client().equals(fault.client())
					&& fault.begin() >= hold.enter())
			.mapToLong((fault) -> Math.min(fault.begin(), hold.holdEnd()))
			.min()
			.orElse(hold.holdEnd());
	}

	/**
	 * Whether a lock may have been granted by a master that the next one never heard:
	 * also long after the switch to a client that stood still meanwhile.
	 */
	static boolean mayBeUnheard(History history, Operation hold) {
		return history.disturbances()
			.marks()
			.stream()
			.anyMatch((mark) -> mark.kind() == Mark.Kind.SWITCH && mark.begin() <= hold.enter() + REPLICATION
					&& hold.ownedSince() <= heardUntil(history, hold.client(), mark));
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
