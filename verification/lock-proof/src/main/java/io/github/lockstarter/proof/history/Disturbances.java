package io.github.lockstarter.proof.history;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;

import io.github.lockstarter.proof.history.FaultKind.Effect;
import io.github.lockstarter.proof.history.FaultWindow.Master;

/**
 * What was done to the clients and to Redis, and may excuse something.
 *
 * @param pauses when processes did not run
 * @param faults the faults that took effect
 * @param marks after what exclusion is not promised
 * @param isolations when no replica heard a master, where replicas have to confirm
 */
public record Disturbances(List<Pause> pauses, List<FaultWindow> faults, List<Mark> marks, List<Isolation> isolations) {

	// After a fault: reconnecting (500 ms at most between attempts), and what was sent
	// just before has its time-out.
	private static final long SETTLE_NANOS = TimeUnit.MILLISECONDS.toNanos(1_500);

	// Where each of the few steps of a new connection takes 150 ms.
	private static final long SLOW_SETTLE_NANOS = TimeUnit.MILLISECONDS.toNanos(3_000);

	/**
	 * How long the effects of a fault may be felt after its end.
	 * @param client whom it hit
	 * @return the time in nanoseconds
	 */
	public long settleNanos(String client) {
		boolean slow = this.faults.stream()
			.anyMatch((fault) -> fault.kind() == FaultKind.SLOW_NETWORK
					&& fault.touches(client, Long.MIN_VALUE, Long.MAX_VALUE));
		return slow ? SLOW_SETTLE_NANOS : SETTLE_NANOS;
	}

	/**
	 * What hits one of several masters can be noticed only together with what hits most
	 * of the others; but it may change the order of waiters.
	 */
	boolean isDisturbed(Effect effect, String client, long from, long to) {
		long settle = settleNanos(client);
		Set<Integer> masters = new HashSet<>();
		for (FaultWindow fault : this.faults) {
			if (fault.excuses(effect) && fault.touches(client, from - settle, to)) {
				Master master = fault.master();
				if (master == null || effect == Effect.ORDER) {
					return true;
				}
				masters.add(master.index());
				if (masters.size() > master.of() / 2) {
					return true;
				}
			}
		}
		return isPaused(client, from, to);
	}

	boolean isAnybodyDisturbed(Effect effect, long from, long to) {
		return this.faults.stream()
			.anyMatch((fault) -> fault.kind().excuses(effect) && fault.begin() <= to && from <= fault.end());
	}

	boolean isPaused(String client, long from, long to) {
		for (Pause pause : this.pauses) {
			if (pause.touches(client, from, to)) {
				return true;
			}
		}
		return false;
	}

	boolean isWithoutClocks(String client, long from, long to) {
		return isPaused(client, from, to) && this.faults.stream()
			.anyMatch((fault) -> fault.kind() == FaultKind.CLIENT_CLOCK && fault.touches(client, from, to));
	}

	boolean hasMark(Mark.Kind kind, long from, long to) {
		return this.marks.stream().anyMatch((mark) -> mark.kind() == kind && from <= mark.end() && mark.begin() <= to);
	}

}
