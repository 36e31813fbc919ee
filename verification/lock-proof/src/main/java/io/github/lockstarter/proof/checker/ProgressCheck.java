package io.github.lockstarter.proof.checker;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.github.lockstarter.proof.history.Attempt;
import io.github.lockstarter.proof.history.FaultKind.Effect;
import io.github.lockstarter.proof.history.History;
import io.github.lockstarter.proof.history.Operation;

/**
 * L1 and L2. While somebody waits whose client is not disturbed, the lock does not stay
 * unheld for longer than what a crash may leave behind: the remaining lease, the deadline
 * of dead waiters, a hand-off lease and a poll.
 */
final class ProgressCheck implements Check {

	@Override
	public String promise() {
		return "a lock that is waited for does not stay unheld (L1, L2, a lost push costs a poll)";
	}

	@Override
	public void check(History history, Bounds bounds, Findings findings) {
		Map<String, List<Hold>> holds = holds(history);
		history.operations()
			.stream()
			.sorted(Comparator.comparingLong(Operation::start))
			.forEach(
					(waiter) -> check(history, bounds, findings, waiter, holds.getOrDefault(waiter.lock(), List.of())));
	}

	private static void check(History history, Bounds bounds, Findings findings, Operation waiter, List<Hold> holds) {
		long until = waiter.hasEntered() ? waiter.enter() : waiter.end();
		long longest = longest(bounds) * Bounds.MILLI;
		if (until == 0 || until - waiter.start() <= longest) {
			return;
		}
		if (waiter.isOneOfSeveral()) {
			// TogetherCheck judges those
			findings.excluded("one of several locks waits for the others as well");
			return;
		}
		findings.examined();
		// the gaps without a hold between the start and the end of this wait
		long free = waiter.start();
		int first = firstOpenAt(holds, waiter.start());
		long allowed = longest + ((first > 0) ? holds.get(first - 1).minHold() : 0);
		for (int i = first; i < holds.size() && holds.get(i).begin() < until; i++) {
			Hold hold = holds.get(i);
			if (hold.begin() - free > allowed) {
				report(history, findings, waiter, free, hold.begin());
			}
			free = hold.end();
			allowed = longest + hold.minHold();
		}
		if (until - free > allowed) {
			report(history, findings, waiter, free, until);
		}
	}

	/**
	 * When each lock was held, in the order of the begins: from what callers say, and
	 * where one of several locks is held while the others are waited for, which no caller
	 * sees, from what their stores say.
	 */
	private static Map<String, List<Hold>> holds(History history) {
		Set<String> together = history.operations()
			.stream()
			.filter(Operation::isOneOfSeveral)
			.map(Operation::lock)
			.collect(Collectors.toSet());
		Stream<Hold> entered = history.operations().stream().filter(Operation::hasEntered).map(Hold::of);
		Stream<Hold> owned = history.attempts()
			.stream()
			.filter((attempt) -> together.contains(attempt.lock()) && !attempt.grants().isEmpty())
			.map(Hold::of);
		Map<String, List<Hold>> byLock = Stream.concat(entered, owned)
			.sorted(Comparator.comparingLong(Hold::begin))
			.collect(Collectors.groupingBy(Hold::lock, Collectors.toCollection(ArrayList::new)));
		byLock.values().forEach(Hold::coverEnds);
		return byLock;
	}

	/**
	 * The first hold that had not ended before some time, whatever began before it.
	 */
	private static int firstOpenAt(List<Hold> holds, long time) {
		int low = 0;
		int high = holds.size();
		while (low < high) {
			int middle = (low + high) >>> 1;
			if (holds.get(middle).end() < time) {
				low = middle + 1;
			}
			else {
				high = middle;
			}
		}
		return low;
	}

	private static long longest(Bounds bounds) {
		return bounds.lease() + bounds.waiter() + bounds.handOff() + 2 * bounds.poll() + bounds.slack();
	}

	private static void report(History history, Findings findings, Operation waiter, long from, long to) {
		if (history.isDisturbed(Effect.OUTAGE, waiter.client(), from, to)) {
			findings.excluded("a fault or a pause hit the waiter");
		}
		else if (OutageCheck.isBehindAShortLease(history, waiter)) {
			findings.excluded("a lease that ends before its answer arrives was asked for in this process");
		}
		else {
			findings.violation(waiter + " waited while nobody held the lock for " + (to - from) / Bounds.MILLI
					+ "ms from " + from);
		}
	}

	/**
	 * A lock was not free.
	 *
	 * @param lock its name
	 * @param begin since when
	 * @param end until when
	 * @param minHold for how long it may then be kept
	 */
	private record Hold(String lock, long begin, long end, long minHold) {

		static Hold of(Operation entered) {
			return new Hold(entered.lock(), entered.enter(), (entered.exit() != 0) ? entered.exit() : entered.holdEnd(),
					entered.minHoldMillis() * Bounds.MILLI);
		}

		static Hold of(Attempt owner) {
			return new Hold(owner.lock(), owner.grants().get(0).nanos(), owner.ownedUntil(), 0);
		}

		/**
		 * A hold that began before and ended later covers those after it.
		 */
		static void coverEnds(List<Hold> holds) {
			long latest = Long.MIN_VALUE;
			long minHold = 0;
			for (int i = 0; i < holds.size(); i++) {
				Hold hold = holds.get(i);
				// of those who share the lock
				minHold = (hold.begin() < latest) ? Math.max(minHold, hold.minHold()) : hold.minHold();
				latest = Math.max(latest, hold.end());
				holds.set(i, new Hold(hold.lock(), hold.begin(), latest, minHold));
			}
		}

	}

}
