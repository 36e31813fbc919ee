package io.github.lockstarter.core;

import java.util.Objects;
import java.util.function.BooleanSupplier;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.store.StoreException;

/**
 * A place in one of the {@link LocalQueues}. Whoever ends the turn before may leave the
 * lock itself ({@link #inherit}) or a question that is on its way ({@link #asking})
 * before it wakes the waiter.
 */
final class LocalTurn {

	private final String name;

	// None when the lock is held: the turn of a dropped lease must not keep it alive.
	private volatile @Nullable Waiter waiter;

	private volatile boolean current;

	private volatile @Nullable StoreAttempt asking;

	private volatile AttemptOutcome.@Nullable Granted inherited;

	private volatile SharedReads.@Nullable Grant counted;

	private volatile @Nullable BooleanSupplier held;

	private volatile boolean refusedAsHeld;

	private volatile boolean aheadRefusedAsHeld;

	private volatile boolean aheadHeld;

	LocalTurn(String name, Waiter waiter) {
		this.name = name;
		this.waiter = waiter;
	}

	String name() {
		return this.name;
	}

	/**
	 * Whether the lease of whoever waits for this turn will be renewed.
	 */
	boolean isForRenewal() {
		Waiter waiting = this.waiter;
		return waiting != null && waiting.isRenewed();
	}

	/**
	 * Wakes whoever waits for this turn or for the lock.
	 */
	void wake() {
		Waiter waiting = this.waiter;
		if (waiting != null) {
			waiting.wake();
		}
	}

	/**
	 * Whether the turn has become current and the waiter may go on.
	 */
	boolean isCurrent() {
		return this.current;
	}

	/**
	 * The one before it is over: what it knew goes on.
	 */
	void follow(LocalTurn before) {
		this.aheadRefusedAsHeld = before.refusedAsHeld;
		this.aheadHeld = before.held != null;
	}

	/**
	 * The turn is current when it joins: whoever waits for it looks, and is not woken.
	 */
	void beginAtOnce() {
		this.current = true;
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
	 * A reader ahead has counted this one into what it was granted; its own turn is over
	 * with that.
	 */
	void countInto(SharedReads.Grant grant) {
		this.counted = grant;
		begin();
	}

	/**
	 * Into what it was counted, or {@code null}.
	 */
	SharedReads.@Nullable Grant counted() {
		return this.counted;
	}

	/**
	 * The question of whoever waits for this turn, asked under it and not begun yet.
	 */
	StoreAttempt ask() {
		StoreAttempt attempt = Objects.requireNonNull(this.waiter).newAttempt();
		this.asking = attempt;
		return attempt;
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
	 * Whether the lock was held under the turn before this one, in this JVM, until that
	 * ended.
	 */
	boolean isAheadHeld() {
		return this.aheadHeld;
	}

	/**
	 * The question has its answer.
	 */
	void answered() {
		this.asking = null;
	}

	/**
	 * The lock is held under this turn.
	 * @param isHeld says for how long
	 */
	void holding(BooleanSupplier isHeld) {
		this.held = isHeld;
		this.waiter = null;
	}

	/**
	 * Nobody knows any more whether the lock is held.
	 */
	void notHeld() {
		this.held = null;
	}

	boolean isHolding() {
		BooleanSupplier isHeld = this.held;
		return isHeld != null && isHeld.getAsBoolean();
	}

	/**
	 * Whether a caller behind this turn may be told that another holds the lock: it is
	 * held in this JVM, or the store has lately said so.
	 */
	boolean isHeldByAnother() {
		StoreAttempt asked = this.asking;
		return isHolding() || (asked != null && asked.isHeldByAnother());
	}

	/**
	 * Why the store has not said under this turn who holds the lock, or null.
	 */
	@Nullable StoreException trouble() {
		StoreAttempt asked = this.asking;
		return (asked != null) ? asked.trouble() : null;
	}

	/**
	 * Who waits for a turn. Called by whoever has the lock before it.
	 */
	interface Waiter {

		/**
		 * Wakes whoever drives this caller. Safe to call from anywhere.
		 */
		void wake();

		/**
		 * Whether its lease will be renewed: what is left of a lease of ordinary length
		 * is enough for it.
		 */
		boolean isRenewed();

		/**
		 * Creates its question to the store, not asked yet.
		 */
		StoreAttempt newAttempt();

	}

}
