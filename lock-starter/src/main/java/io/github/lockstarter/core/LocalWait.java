package io.github.lockstarter.core;

import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.observer.Refusal;
import io.github.lockstarter.store.LockClock;

/**
 * One caller's wait in the queue of this JVM: until its turn, or until it has to go.
 */
final class LocalWait {

	// After the end of a wait: the turn ahead ends, gets an answer, or begins ours.
	private static final long LOOK_AGAIN_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

	private final LocalQueues queues;

	private final BooleanSupplier running;

	private final LockClock clock;

	private final LocalTurn turn;

	private final WaitBudget budget;

	private long nextTimer;

	/**
	 * Creates the wait.
	 * @param queues the queues of this JVM
	 * @param running whether the engine runs
	 * @param clock the clocks of this JVM
	 * @param turn the place in a queue
	 * @param budget what the wait is paid from
	 */
	LocalWait(LocalQueues queues, BooleanSupplier running, LockClock clock, LocalTurn turn, WaitBudget budget) {
		this.queues = queues;
		this.running = running;
		this.clock = clock;
		this.turn = turn;
		this.budget = budget;
	}

	/**
	 * Its turn, once that is current.
	 */
	LocalTurn turn() {
		return this.turn;
	}

	/**
	 * Whether its turn comes too late: its wait is over, and the caller ahead has just
	 * been told that another holds the lock. A question of its own could not say more.
	 */
	boolean isRefusedWithTheOneAhead() {
		return this.turn.isAheadRefusedAsHeld() && !this.budget.isWaiting(this.clock.nanoTime());
	}

	/**
	 * When to look again if nothing wakes the caller, on the monotonic clock.
	 */
	long nextTimer() {
		return this.nextTimer;
	}

	/**
	 * Leaves the queue if there is a reason to.
	 * @param giveUp why the caller does not want to wait any more, or null
	 * @return why it has left, or null while it has not: it waits, or it is its turn
	 */
	@Nullable Refusal leave(@Nullable Refusal giveUp) {
		long now = this.clock.nanoTime();
		Refusal reason = (giveUp != null) ? giveUp : refusal(now);
		if (reason != null && leave()) {
			return reason;
		}
		long left = this.budget.waitEnd() - now;
		this.nextTimer = now + ((left > 0 && reason == null) ? left : LOOK_AGAIN_NANOS);
		return null;
	}

	/**
	 * Leaves the queue.
	 * @return whether it has; otherwise it is its turn
	 */
	boolean leave() {
		return this.queues.abandon(this.turn);
	}

	/**
	 * Why the caller goes. When its wait is over it is told that another holds the lock
	 * if that is known; a caller ahead that has no answer itself is watched until the
	 * last answer could have come.
	 */
	private @Nullable Refusal refusal(long now) {
		if (!this.running.getAsBoolean()) {
			return Refusal.SHUT_DOWN;
		}
		if (now - this.budget.waitEnd() < 0) {
			return null;
		}
		LocalTurn ahead = this.queues.current(this.turn.name());
		if (ahead != null && ahead.isHeldByAnother()) {
			return Refusal.HELD_BY_ANOTHER;
		}
		return this.budget.isOver(now) ? Refusal.UNAVAILABLE : null;
	}

}
