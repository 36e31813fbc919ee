package io.github.lockstarter.core;

import java.util.Objects;
import java.util.function.BooleanSupplier;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.store.StoreException;

/**
 * A place in one of the {@link LocalQueues}; the holder before may leave it the lock
 * itself, or a request in flight.
 */
final class LocalTurn {

	private final String name;

	// Null once the lock is held: the turn of a dropped lease must not keep the lease
	// reachable.
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

	boolean isForRenewal() {
		Waiter waiting = this.waiter;
		return waiting != null && waiting.isRenewed();
	}

	void wake() {
		Waiter waiting = this.waiter;
		if (waiting != null) {
			waiting.wake();
		}
	}

	boolean isCurrent() {
		return this.current;
	}

	void follow(LocalTurn before) {
		this.aheadRefusedAsHeld = before.refusedAsHeld;
		this.aheadHeld = before.held != null;
	}

	// Without a wake-up: the waiter itself joins, and checks.
	void beginAtOnce() {
		this.current = true;
	}

	void begin() {
		this.current = true;
		wake();
	}

	void inherit(AttemptOutcome.Granted granted) {
		this.inherited = granted;
		begin();
	}

	AttemptOutcome.@Nullable Granted inherited() {
		return this.inherited;
	}

	void countInto(SharedReads.Grant grant) {
		this.counted = grant;
		begin();
	}

	// The grant into which a reader ahead has admitted this waiter.
	SharedReads.@Nullable Grant counted() {
		return this.counted;
	}

	StoreAttempt ask() {
		StoreAttempt attempt = Objects.requireNonNull(this.waiter).newAttempt();
		this.asking = attempt;
		return attempt;
	}

	@Nullable StoreAttempt asking() {
		return this.asking;
	}

	void refusedAsHeld() {
		this.refusedAsHeld = true;
	}

	boolean isAheadRefusedAsHeld() {
		return this.aheadRefusedAsHeld;
	}

	// The lock was held in this JVM until the turn before this one ended.
	boolean isAheadHeld() {
		return this.aheadHeld;
	}

	void answered() {
		this.asking = null;
	}

	void holding(BooleanSupplier isHeld) {
		this.held = isHeld;
		this.waiter = null;
	}

	// It is unknown whether the lock is still held.
	void notHeld() {
		this.held = null;
	}

	boolean isHolding() {
		BooleanSupplier isHeld = this.held;
		return isHeld != null && isHeld.getAsBoolean();
	}

	// Held in this JVM, or the store has said so lately.
	boolean isHeldByAnother() {
		StoreAttempt asked = this.asking;
		return isHolding() || (asked != null && asked.isHeldByAnother());
	}

	@Nullable StoreException trouble() {
		StoreAttempt asked = this.asking;
		return (asked != null) ? asked.trouble() : null;
	}

	/**
	 * The caller that waits for a turn, as seen by the holder before it.
	 */
	interface Waiter {

		// Safe to call from anywhere.
		void wake();

		// A renewed lease can start with the rest of a lease of ordinary length.
		boolean isRenewed();

		// Not started yet.
		StoreAttempt newAttempt();

	}

}
