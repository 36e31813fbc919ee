package io.github.lockstarter.proof.checker;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import io.github.lockstarter.proof.history.FaultKind.Effect;
import io.github.lockstarter.proof.history.History;
import io.github.lockstarter.proof.history.Operation;

/**
 * L1 for those who share a lock: who is first and fits beside those who have it does not
 * wait for longer than what a crash may leave behind. First is who began before all
 * others that wait, by the time of an answer: of two who ask at once either question may
 * be faster. Nobody is beside one that has the lock alone, and a permit does not fit
 * beside as many as it allows.
 */
final class ShareCheck implements Check {

	@Override
	public String promise() {
		return "who is first and fits beside those who share a lock gets its share";
	}

	@Override
	public void check(History history, Bounds bounds, Findings findings) {
		Map<String, List<Operation>> byLock = history.operations()
			.stream()
			.sorted(Comparator.comparingLong(Operation::start))
			.collect(Collectors.groupingBy(Operation::lock));
		for (List<Operation> operations : byLock.values()) {
			if (operations.stream().anyMatch(Operation::isOneOfSeveral)) {
				// one of several is held while the others are waited for, which no caller
				// sees
				continue;
			}
			for (Operation waiter : operations) {
				if (waiter.isShared() && waiter.answered() != 0) {
					findings.examined();
					check(history, bounds, findings, waiter, operations);
				}
			}
		}
	}

	private static long longest(Bounds bounds) {
		return (bounds.lease() + bounds.waiter() + bounds.handOff() + 2 * bounds.poll() + bounds.slack())
				* Bounds.MILLI;
	}

	private static void check(History history, Bounds bounds, Findings findings, Operation waiter,
			List<Operation> operations) {
		long longest = longest(bounds);
		long asked = waiter.start() + bounds.commandTimeout() * Bounds.MILLI;
		if (waiter.answered() - waiter.start() <= longest) {
			return;
		}
		List<Part> blocked = new ArrayList<>();
		List<Part> shares = new ArrayList<>();
		for (Operation other : operations) {
			if (other.start() > waiter.answered()) {
				break;
			}
			if (other == waiter) {
				continue;
			}
			// who was killed keeps its place for a while
			long answered = (other.answered() != 0) ? other.answered()
					: other.start() + other.waitMillis() * Bounds.MILLI + longest;
			if (other.start() <= asked) {
				blocked.add(new Part(other.start(), answered));
			}
			if (other.hasEntered()) {
				long until = ((other.exit() != 0) ? other.exit() : other.holdEnd())
						+ other.minHoldMillis() * Bounds.MILLI;
				(other.isShared() ? shares : blocked).add(new Part(other.enter(), until));
			}
		}
		if (!waiter.isReader()) {
			full(shares, waiter.limit(), blocked);
		}
		blocked.sort(Comparator.comparingLong(Part::from));
		long free = waiter.start();
		for (Part part : blocked) {
			if (Math.min(part.from, waiter.answered()) - free > longest) {
				report(history, findings, waiter, free, Math.min(part.from, waiter.answered()));
			}
			free = Math.max(free, part.to);
		}
		if (waiter.answered() - free > longest) {
			report(history, findings, waiter, free, waiter.answered());
		}
	}

	/**
	 * Adds when as many had a share as are allowed.
	 */
	private static void full(List<Part> shares, int limit, List<Part> blocked) {
		for (Part share : shares) {
			// from when on another one of them is as many: only a begin makes it full
			List<Part> beside = shares.stream()
				.filter((other) -> other.from <= share.from && other.to > share.from)
				.sorted(Comparator.comparingLong(Part::to).reversed())
				.toList();
			if (beside.size() >= limit) {
				blocked.add(new Part(share.from, beside.get(limit - 1).to));
			}
		}
	}

	private static void report(History history, Findings findings, Operation waiter, long from, long to) {
		if (history.isDisturbed(Effect.OUTAGE, waiter.client(), from, to)) {
			findings.excluded("a fault or a pause hit the waiter");
		}
		else if (OutageCheck.isBehindAShortLease(history, waiter)) {
			findings.excluded("a lease that ends before its answer arrives was asked for in this process");
		}
		else if (Presences.lastLonger(history, from, to)) {
			findings.excluded("the server's clock stepped back: leases in Redis last longer");
		}
		else {
			findings.violation(waiter + " waited for a share for " + (to - from) / Bounds.MILLI
					+ "ms though it was first and there was room, from " + from);
		}
	}

	/**
	 * A time.
	 */
	private record Part(long from, long to) {
	}

}
