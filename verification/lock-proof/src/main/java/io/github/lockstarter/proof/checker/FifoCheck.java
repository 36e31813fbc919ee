package io.github.lockstarter.proof.checker;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

import io.github.lockstarter.proof.history.Attempt;
import io.github.lockstarter.proof.history.FaultKind.Effect;
import io.github.lockstarter.proof.history.History;

/**
 * L3. An attempt that knew its place before another one asked for the first time is
 * granted before it. Excluded: a waiter whose client was disturbed meanwhile, or that
 * gave up; and any while a client may not publish. That one reaches nobody when it gives
 * a lock on, and first in, first out is promised to waiters that messages reach.
 */
final class FifoCheck implements Check {

	@Override
	public String promise() {
		return "live remote waiters are served first in, first out (L3)";
	}

	@Override
	public void check(History history, Bounds bounds, Findings findings) {
		for (List<Attempt> attempts : history.attemptsByLock().values()) {
			// A waiter that was overtaken has a grant with a larger token than somebody
			// who came later: going through the latecomers, those granted sooner matter.
			List<Attempt> granted = new ArrayList<>(
					attempts.stream().filter((attempt) -> !attempt.grants().isEmpty()).toList());
			List<Attempt> waiters = new ArrayList<>(
					granted.stream().filter((attempt) -> attempt.queuedAt() != 0).toList());
			granted.sort(Comparator.comparingLong(FifoCheck::token).reversed());
			waiters.sort(Comparator.comparingLong(FifoCheck::token).reversed());
			// The latest comer among those with a smaller token than the waiter's.
			List<Attempt> latest = new ArrayList<>(granted);
			for (int i = latest.size() - 2; i >= 0; i--) {
				if (latest.get(i + 1).firstAsked() > latest.get(i).firstAsked()) {
					latest.set(i, latest.get(i + 1));
				}
			}
			int next = 0;
			for (Attempt waiter : waiters) {
				findings.examined();
				while (next < granted.size() && token(granted.get(next)) >= token(waiter)) {
					next++;
				}
				if (next < granted.size() && latest.get(next).firstAsked() > waiter.queuedAt()) {
					report(history, findings, waiter, latest.get(next));
				}
			}
		}
	}

	private static void report(History history, Findings findings, Attempt waiter, Attempt other) {
		long until = Math.max(other.grants().get(0).nanos(), waiter.grants().get(0).nanos());
		if (history.isDisturbed(Effect.ORDER, waiter.client(), waiter.firstAsked(), until)) {
			findings.excluded("a fault or a pause hit the waiter");
		}
		else if (history.isAnybodyDisturbed(Effect.ORDER_OF_OTHERS, waiter.firstAsked(), until)) {
			findings.excluded("a client was not allowed to tell anybody");
		}
		else if (waiter.cancelSent() != 0 && waiter.cancelSent() < until) {
			findings.excluded("the waiter gave up");
		}
		else {
			findings.violation(
					waiter + ", queued at " + waiter.queuedAt() + " with token " + token(waiter) + ", was overtaken by "
							+ other + ", which asked at " + other.firstAsked() + " and got token " + token(other));
		}
	}

	private static long token(Attempt attempt) {
		return attempt.grants().get(0).first();
	}

}
