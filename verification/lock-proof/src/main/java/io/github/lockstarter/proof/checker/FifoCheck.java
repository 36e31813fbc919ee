package io.github.lockstarter.proof.checker;

import java.util.List;

import io.github.lockstarter.proof.checker.Checker.Scope;
import io.github.lockstarter.proof.history.Attempt;
import io.github.lockstarter.proof.history.Attempt.Granted;
import io.github.lockstarter.proof.history.FaultKind.Effect;
import io.github.lockstarter.proof.history.History;
import io.github.lockstarter.proof.history.Mark;

/**
 * L3. An attempt that knew its place before another one asked for the first time is
 * granted before it, whatever they want the lock for. Excluded: a waiter whose client was
 * disturbed meanwhile, or that gave up; and any while a client may not publish. That one
 * reaches nobody when it gives a lock on, and first in, first out is promised to waiters
 * that messages reach.
 */
final class FifoCheck implements Check {

	// Where a session has the lock, tokens are the numbers of places, also of readers.
	private final boolean ofPlaces;

	/**
	 * Creates the check.
	 * @param scope who keeps a lock
	 */
	FifoCheck(Scope scope) {
		this.ofPlaces = scope == Scope.SESSION;
	}

	@Override
	public String promise() {
		return "live remote waiters are served first in, first out (L3)";
	}

	@Override
	public void check(History history, Bounds bounds, Findings findings) {
		for (List<Attempt> attempts : history.attemptsByLock().values()) {
			// in the order of their first questions
			List<Attempt> granted = attempts.stream().filter((attempt) -> !attempt.grants().isEmpty()).toList();
			for (Attempt waiter : granted) {
				if (waiter.queuedAt() == 0) {
					continue;
				}
				findings.examined();
				// who overtook it has asked before it had its grant
				for (int i = firstAfter(granted, waiter.grants().get(0).nanos()) - 1; i >= 0
						&& granted.get(i).firstAsked() > waiter.queuedAt(); i--) {
					if (isBefore(granted.get(i), waiter)) {
						report(history, findings, waiter, granted.get(i));
						break;
					}
				}
			}
		}
	}

	/**
	 * Whether one was granted the lock before another one: tokens grow, but those who
	 * read have one that is as old as the first of them, so that beside others who share
	 * the lock only the clock of the server tells.
	 */
	private boolean isBefore(Attempt one, Attempt other) {
		return isByClock(one, other) ? grantedAt(one) < grantedAt(other) : token(one) < token(other);
	}

	private boolean isByClock(Attempt one, Attempt other) {
		return !this.ofPlaces && one.isShared() && other.isShared() && (one.limit() == 0 || other.limit() == 0);
	}

	/**
	 * Whether it was told of its grant by a message of the one that gave it, so that it
	 * is known when that was.
	 */
	private static boolean isTold(Attempt attempt) {
		return attempt.grants().stream().anyMatch((granted) -> granted.pushed() && granted.first() == token(attempt));
	}

	/**
	 * When it was granted, by the clock of the server: an answer may tell it before the
	 * message does, and later by that clock. The token of a permit is not below that
	 * clock, in microseconds: who hears of its grant late had it by then.
	 */
	private static long grantedAt(Attempt attempt) {
		long told = attempt.grants()
			.stream()
			.filter((granted) -> granted.first() == token(attempt))
			.mapToLong(Granted::serverNow)
			.min()
			.orElseThrow();
		long byToken = token(attempt) / 1_000;
		// where a session has the lock, tokens are numbers of changes and no clock
		return (attempt.limit() > 1 && byToken > told / 2) ? Math.min(told, byToken) : told;
	}

	private static int firstAfter(List<Attempt> attempts, long time) {
		int low = 0;
		int high = attempts.size();
		while (low < high) {
			int middle = (low + high) >>> 1;
			if (attempts.get(middle).firstAsked() <= time) {
				low = middle + 1;
			}
			else {
				high = middle;
			}
		}
		return low;
	}

	private void report(History history, Findings findings, Attempt waiter, Attempt other) {
		long until = Math.max(other.grants().get(0).nanos(), waiter.grants().get(0).nanos());
		if (history.isDisturbed(Effect.ORDER, waiter.client(), waiter.firstAsked(), until)) {
			findings.excluded("a fault or a pause hit the waiter");
		}
		else if (history.isAnybodyDisturbed(Effect.ORDER_OF_OTHERS, waiter.firstAsked(), until)) {
			findings.excluded("a client was not allowed to tell anybody");
		}
		else if (waiter.isShared() && other.isShared() && isClockSet(history, waiter, until)) {
			findings.excluded("the server's clock was set: its times cannot be compared");
		}
		else if (isByClock(other, waiter) && token(waiter) <= token(other) && !isTold(waiter)) {
			findings.excluded("it was let in before it asked, nobody knows when");
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

	private static boolean isClockSet(History history, Attempt waiter, long until) {
		return history.hasMark(Mark.Kind.BACKWARD_STEP, waiter.firstAsked(), until)
				|| history.hasMark(Mark.Kind.FORWARD_STEP, waiter.firstAsked(), until);
	}

	private static long token(Attempt attempt) {
		return attempt.grants().get(0).first();
	}

}
