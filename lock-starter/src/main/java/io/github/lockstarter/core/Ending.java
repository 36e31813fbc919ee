package io.github.lockstarter.core;

import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.observer.LockAttempt;
import io.github.lockstarter.observer.LockObserver;
import io.github.lockstarter.store.Moment;

/**
 * The end of a {@link Hold} whose last lease was closed in time: the lock is given on,
 * and observers are told.
 */
final class Ending {

	private final Engine engine;

	private final Hold hold;

	private final Moment begin;

	private final GiveOn handover;

	private final @Nullable LocalTurn turn;

	Ending(Engine engine, Hold hold, Moment begin, GiveOn handover, @Nullable LocalTurn turn) {
		this.engine = engine;
		this.hold = hold;
		this.begin = begin;
		this.handover = handover;
		this.turn = turn;
	}

	/**
	 * Gives the lock on and waits for the store.
	 * @return whether the lock was lost
	 */
	boolean run() {
		boolean ours;
		try {
			ours = this.handover.run(this.turn);
		}
		finally {
			this.engine.holds().over();
		}
		return isLost(ours, this.engine.observers()::tell);
	}

	/**
	 * Gives the lock on without waiting.
	 * @return whether the lock was lost, once that is known, or the lock goes on being
	 * given on in the background; completed on a thread of the engine or the store
	 */
	CompletionStage<Boolean> runLater() {
		return this.handover.runLater(this.turn).handle((ours, failure) -> {
			this.engine.holds().over();
			return isLost(failure != null || ours, this.engine.observers()::tellLater);
		});
	}

	private boolean isLost(boolean ours, Consumer<Consumer<LockObserver>> tell) {
		if (ours) {
			Duration held = Duration.ofNanos(this.engine.clock().nanoTime() - this.begin.nanos());
			tell.accept((observer) -> observer.released(new LockAttempt(this.hold.name(), this.hold.name()),
					this.hold.fencingToken(), held));
		}
		else {
			this.hold.takenBefore();
		}
		return !ours;
	}

}
