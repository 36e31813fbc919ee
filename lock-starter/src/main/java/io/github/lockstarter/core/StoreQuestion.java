package io.github.lockstarter.core;

import java.util.function.BooleanSupplier;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.observer.Refusal;
import io.github.lockstarter.store.LockClock;

/**
 * What one caller asks the store, under its turn in this JVM if it has one: a question of
 * its own, or the one that the turn before has left. For whoever drives the caller.
 */
final class StoreQuestion {

	private final BooleanSupplier running;

	private final LockClock clock;

	private final @Nullable LocalTurn turn;

	private final StoreAttempt attempt;

	/**
	 * Asks, unless the turn before has asked already or the engine does not run.
	 * @param running whether the engine runs
	 * @param clock the clocks of this JVM
	 * @param turn the caller's turn, or null
	 * @param caller makes the question where there is no turn
	 */
	StoreQuestion(BooleanSupplier running, LockClock clock, @Nullable LocalTurn turn, LocalWaiter caller) {
		this.running = running;
		this.clock = clock;
		this.turn = turn;
		StoreAttempt left = (turn != null) ? turn.asking() : null;
		if (left != null) {
			this.attempt = left;
			return;
		}
		this.attempt = (turn != null) ? turn.ask() : caller.newAttempt();
		if (running.getAsBoolean()) {
			start();
		}
	}

	private void start() {
		try {
			this.attempt.start();
		}
		catch (RuntimeException | Error ex) {
			abandon(); // nobody else knows of it yet
			throw ex;
		}
	}

	/**
	 * When there is something to do if no answer comes, on the monotonic clock.
	 */
	long nextTimer() {
		return this.attempt.nextTimer();
	}

	/**
	 * Does what is due.
	 * @param giveUp why the caller does not want to wait any more, or null
	 * @return the outcome, once there is one
	 */
	@Nullable AttemptOutcome advance(@Nullable Refusal giveUp) {
		AttemptOutcome outcome;
		while ((outcome = this.attempt.outcome()) == null) {
			if (giveUp != null || !this.running.getAsBoolean()) {
				this.attempt.abandon((giveUp != null) ? giveUp : Refusal.SHUT_DOWN);
			}
			else if (this.attempt.nextTimer() - this.clock.nanoTime() <= 0) {
				this.attempt.onTimer();
			}
			else if (this.attempt.outcome() == null) {
				return null;
			}
		}
		if (this.turn != null) {
			this.turn.answered();
		}
		return outcome;
	}

	/**
	 * Leaves nothing behind in the store.
	 */
	void abandon() {
		this.attempt.abandon(Refusal.UNAVAILABLE);
	}

}
