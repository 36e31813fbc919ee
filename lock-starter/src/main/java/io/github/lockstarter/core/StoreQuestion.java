package io.github.lockstarter.core;

import java.util.function.BooleanSupplier;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.observer.Refusal;

/**
 * What one caller asks the store, under its turn in this JVM if it has one: a question of
 * its own, or the one that the turn before has left. For whoever drives the caller.
 */
final class StoreQuestion {

	private final BooleanSupplier running;

	private final @Nullable LocalTurn turn;

	private final StoreAttempt attempt;

	/**
	 * Asks, unless the turn before has asked already or the engine does not run.
	 * @param running whether the engine runs
	 * @param turn the caller's turn, or null
	 * @param caller makes the question where there is no turn
	 */
	StoreQuestion(BooleanSupplier running, @Nullable LocalTurn turn, LocalWaiter caller) {
		this.running = running;
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
		AttemptOutcome outcome = this.attempt
			.advance((giveUp != null || this.running.getAsBoolean()) ? giveUp : Refusal.SHUT_DOWN);
		if (outcome != null && this.turn != null) {
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
