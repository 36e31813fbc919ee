package io.github.lockstarter.proof.checker;

import java.util.ArrayList;
import java.util.List;

import io.github.lockstarter.proof.history.History;
import io.github.lockstarter.proof.history.Operation;

/**
 * Who gets one of so many permits has no more beside it than that: of the permits that
 * are held at the same time the one with the largest token came last, and all others were
 * there when it came. So were those who had read since before it asked. Who came later
 * may have asked for a larger number. Those who read in one process may do it together,
 * in one place.
 */
final class LimitCheck implements Check {

	@Override
	public String promise() {
		return "no more have a permit at once than the last of them allowed";
	}

	@Override
	public void check(History history, Bounds bounds, Findings findings) {
		for (List<Operation> holds : history.holds().values()) {
			List<Operation> beside = new ArrayList<>();
			for (Operation hold : holds) {
				if (!hold.isShared()) {
					continue;
				}
				beside.removeIf((other) -> other.holdEnd() <= hold.enter());
				beside.add(hold);
				// who came last of those who are inside now, also if another one entered
				// later
				beside.stream()
					.filter((one) -> !one.isReader())
					.reduce((one, other) -> (one.token() > other.token()) ? one : other)
					.ifPresent((last) -> check(history, bounds, findings, last, beside, hold));
			}
		}
	}

	private static String place(Operation hold) {
		return hold.isJoined() ? hold.client() : hold.client() + " " + hold.id();
	}

	private static void check(History history, Bounds bounds, Findings findings, Operation last, List<Operation> beside,
			Operation entered) {
		findings.examined();
		List<Operation> before = beside.stream()
			.filter((other) -> other != last
					&& (other.isReader() ? other.enter() < last.start() : other.token() < last.token()))
			.toList();
		long count = before.stream().map(LimitCheck::place).distinct().count();
		if (count < last.limit()) {
			return;
		}
		String excuse = null;
		for (Operation other : before) {
			Operation first = (other.enter() <= last.enter()) ? other : last;
			String its = OverlapCheck.excuse(history, bounds, first, (first == other) ? last : other);
			excuse = (its != null) ? its : excuse;
		}
		if (excuse != null) {
			findings.excluded(excuse);
		}
		else {
			findings.violation((count + 1) + " instead of " + last.limit() + " at " + entered.enter() + ": " + last
					+ " beside " + before);
		}
	}

}
