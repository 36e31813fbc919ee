package io.github.lockstarter.core;

import java.util.Objects;

import org.jspecify.annotations.Nullable;

/**
 * A place in one of the {@link LocalQueues}. Whoever ends the turn before may leave the
 * lock itself ({@link #inherit}) or a question that is on its way ({@link #asking})
 * before it wakes the contender.
 */
final class LocalTurn {

	private final String name;

	// None when the lock is held: the turn of a dropped lease must not keep it alive.
	private volatile @Nullable SingleEntry contender;

	private volatile boolean current;

	private volatile @Nullable StoreAttempt asking;

	private volatile AttemptOutcome.@Nullable Granted inherited;

	private volatile @Nullable Hold hold;

	private volatile boolean refusedAsHeld;

	private volatile boolean aheadRefusedAsHeld;

	LocalTurn(String name, SingleEntry contender) {
		this.name = name;
		this.contender = contender;
	}

	String name() {
		return this.name;
	}

	/**
	 * Who waits for this turn or for the lock.
	 */
	SingleEntry contender() {
		return Objects.requireNonNull(this.contender);
	}

	/**
	 * Wakes whoever waits for this turn or for the lock.
	 */
	void wake() {
		SingleEntry waiting = this.contender;
		if (waiting != null) {
			waiting.wake();
		}
	}

	/**
	 * Whether the turn has become current and the contender may go on.
	 */
	boolean isCurrent() {
		return this.current;
	}

	/**
	 * The turn is current from now on, because the one before it is over.
	 */
	void beginAfter(LocalTurn before) {
		this.aheadRefusedAsHeld = before.refusedAsHeld;
		begin();
	}

	/**
	 * The turn is current from now on.
	 */
	void begin() {
		this.current = true;
		wake();
	}

	/**
	 * The holder before leaves the lock itself.
	 */
	void inherit(AttemptOutcome.Granted granted) {
		this.inherited = granted;
		begin();
	}

	/**
	 * What the holder before has left, or {@code null}.
	 */
	AttemptOutcome.@Nullable Granted inherited() {
		return this.inherited;
	}

	/**
	 * The store is asked for the lock under this turn.
	 */
	void asking(StoreAttempt acquisition) {
		this.asking = acquisition;
	}

	/**
	 * The question that is on its way, or {@code null}.
	 */
	@Nullable StoreAttempt asking() {
		return this.asking;
	}

	/**
	 * The caller is about to end its turn, because another holds the lock.
	 */
	void refusedAsHeld() {
		this.refusedAsHeld = true;
	}

	/**
	 * Whether the turn before this one has ended because another holds the lock.
	 */
	boolean isAheadRefusedAsHeld() {
		return this.aheadRefusedAsHeld;
	}

	/**
	 * The question has its answer.
	 */
	void answered() {
		this.asking = null;
	}

	/**
	 * The lock is held under this turn.
	 */
	void holding(Hold held) {
		this.hold = held;
		this.contender = null;
	}

	boolean isHolding() {
		Hold held = this.hold;
		return held != null && held.isHeld();
	}

	/**
	 * Whether a caller behind this turn may be told that another holds the lock: it is
	 * held in this JVM, or the store has lately said so.
	 */
	boolean isHeldByAnother() {
		StoreAttempt acquisition = this.asking;
		return isHolding() || (acquisition != null && acquisition.isHeldByAnother());
	}

}
