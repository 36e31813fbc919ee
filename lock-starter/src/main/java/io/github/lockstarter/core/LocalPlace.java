package io.github.lockstarter.core;

import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.observer.Refusal;
import io.github.lockstarter.store.LockClock;
import io.github.lockstarter.store.StoreException;

/**
 * One caller's place in the queue of this JVM, if it needs one: until its turn, or until
 * it has to go; and its turn, which is passed on unless the lock is held under it. For
 * whoever drives the caller.
 */
final class LocalPlace {

	// After the end of a wait: the turn ahead ends, gets an answer, or begins ours.
	private static final long LOOK_AGAIN_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

	private final LocalQueues queues;

	private final BooleanSupplier running;

	private final LockClock clock;

	private final String name;

	private final WaitBudget budget;

	// Waited for, or current; null for a caller that has none.
	private @Nullable LocalTurn turn;

	private long nextTimer;

	/**
	 * Creates the place, which is not taken yet.
	 * @param queues the queues of this JVM
	 * @param running whether the engine runs
	 * @param clock the clocks of this JVM
	 * @param name the lock name
	 * @param budget what the wait is paid from
	 */
	LocalPlace(LocalQueues queues, BooleanSupplier running, LockClock clock, String name, WaitBudget budget) {
		this.queues = queues;
		this.running = running;
		this.clock = clock;
		this.name = name;
		this.budget = budget;
	}

	/**
	 * Takes a place in the queue.
	 */
	void join(LocalWaiter waiter) {
		this.turn = this.queues.join(this.name, waiter);
	}

	/**
	 * Who does not wait does not queue: it asks the store beside the others if they have
	 * no answer yet.
	 * @return whether it may ask; otherwise the lock is held in this JVM
	 */
	boolean tryJoin(LocalWaiter waiter) {
		this.turn = this.queues.joinIfEmpty(this.name, waiter);
		LocalTurn current = (this.turn != null) ? null : this.queues.current(this.name);
		return current == null || !current.isHolding();
	}

	/**
	 * The caller's turn, or null if it has none.
	 */
	@Nullable LocalTurn turn() {
		return this.turn;
	}

	/**
	 * Whether the caller has waited and its turn is current now.
	 */
	boolean isCurrent() {
		return joined().isCurrent();
	}

	/**
	 * What the holder before has left, or {@code null}.
	 */
	AttemptOutcome.@Nullable Granted inherited() {
		return joined().inherited();
	}

	/**
	 * Whether its turn comes too late: its wait is over, and the caller ahead has just
	 * been told that another holds the lock. A question of its own could not say more.
	 */
	boolean isRefusedWithTheOneAhead() {
		return joined().isAheadRefusedAsHeld() && !this.budget.isWaiting(this.clock.nanoTime());
	}

	private LocalTurn joined() {
		return Objects.requireNonNull(this.turn);
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
		if (reason != null && abandon()) {
			return reason;
		}
		long left = this.budget.waitEnd() - now;
		this.nextTimer = now + ((left > 0 && reason == null) ? left : LOOK_AGAIN_NANOS);
		return null;
	}

	/**
	 * Leaves the queue.
	 * @return whether it was still waiting
	 */
	private boolean abandon() {
		boolean left = this.queues.abandon(joined());
		if (left) {
			this.turn = null;
		}
		return left;
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
		LocalTurn ahead = this.queues.current(this.name);
		if (ahead != null && ahead.isHeldByAnother()) {
			return Refusal.HELD_BY_ANOTHER;
		}
		return this.budget.isOver(now) ? Refusal.UNAVAILABLE : null;
	}

	/**
	 * Why the caller ahead has no answer itself, or null.
	 */
	@Nullable StoreException troubleAhead() {
		LocalTurn ahead = this.queues.current(this.name);
		return (ahead != null) ? ahead.trouble() : null;
	}

	/**
	 * The lock is held under the turn, which goes on.
	 */
	void holding(BooleanSupplier isHeld) {
		if (this.turn != null) {
			this.turn.holding(isHeld);
		}
	}

	/**
	 * The caller is refused: the next one's turn begins.
	 */
	void pass(Refusal reason) {
		if (this.turn != null) {
			if (reason == Refusal.HELD_BY_ANOTHER) {
				this.turn.refusedAsHeld();
			}
			this.queues.pass(this.turn);
			this.turn = null;
		}
	}

	/**
	 * Leaves nothing behind, whatever has happened.
	 */
	void leaveAnyway() {
		if (this.turn != null && !abandon()) {
			this.turn.answered();
			pass(Refusal.UNAVAILABLE);
		}
	}

}
