package io.github.lockstarter.proof.checker;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

import io.github.lockstarter.proof.history.FaultKind.Effect;
import io.github.lockstarter.proof.history.History;
import io.github.lockstarter.proof.history.Operation;

/**
 * L1 and L2. While somebody waits whose client is not disturbed, the lock does not stay
 * unheld for longer than what a crash may leave behind: the remaining lease, the deadline
 * of dead waiters, a hand-off lease and a poll.
 */
final class ProgressCheck implements Check {

	private static final long SLACK = 500;

	// Holds exclude each other: the last few before a start tell whether it was held
	// then.
	private static final int FEW = 8;

	@Override
	public String promise() {
		return "a lock that is waited for does not stay unheld (L1, L2, a lost push costs a poll)";
	}

	@Override
	public void check(History history, Bounds bounds, Findings findings) {
		Map<String, List<Operation>> holds = history.holds();
		Map<String, List<Operation>> byLock = history.operations()
			.stream()
			.sorted(Comparator.comparingLong(Operation::start))
			.collect(Collectors.groupingBy(Operation::lock, TreeMap::new, Collectors.toList()));
		byLock.forEach((lock, operations) -> {
			List<Operation> entered = holds.getOrDefault(lock, List.of());
			long[] enters = entered.stream().mapToLong(Operation::enter).toArray();
			for (Operation waiter : operations) {
				check(history, bounds, findings, waiter, entered, enters);
			}
		});
	}

	private static void check(History history, Bounds bounds, Findings findings, Operation waiter,
			List<Operation> holds, long[] enters) {
		long until = waiter.hasEntered() ? waiter.enter() : waiter.end();
		long longest = longest(bounds) * Bounds.MILLI;
		if (until == 0 || until - waiter.start() <= longest) {
			return;
		}
		findings.examined();
		// the gaps without a hold between the start and the end of this wait
		long free = waiter.start();
		for (int i = Math.max(0, firstAfter(enters, waiter.start()) - FEW); i < holds.size(); i++) {
			Operation hold = holds.get(i);
			long begin = Math.min(hold.enter(), until);
			long allowed = longest + ((i > 0) ? holds.get(i - 1).minHoldMillis() * Bounds.MILLI : 0);
			if (begin - free > allowed) {
				report(history, findings, waiter, free, begin);
			}
			free = Math.max(free, (hold.exit() != 0) ? hold.exit() : hold.holdEnd());
			if (hold.enter() >= until) {
				return;
			}
		}
		if (until - free > longest) {
			report(history, findings, waiter, free, until);
		}
	}

	private static int firstAfter(long[] enters, long time) {
		int found = Arrays.binarySearch(enters, time);
		return (found >= 0) ? found : -found - 1;
	}

	private static long longest(Bounds bounds) {
		return bounds.lease() + bounds.waiter() + bounds.handOff() + 2 * bounds.poll() + SLACK;
	}

	private static void report(History history, Findings findings, Operation waiter, long from, long to) {
		if (history.isDisturbed(Effect.OUTAGE, waiter.client(), from, to)) {
			findings.excluded("a fault or a pause hit the waiter");
		}
		else {
			findings.violation(waiter + " waited while nobody held the lock for " + (to - from) / Bounds.MILLI
					+ "ms from " + from);
		}
	}

}
