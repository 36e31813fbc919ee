package io.github.lockstarter.core;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.BooleanSupplier;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.observer.Refusal;
import io.github.lockstarter.store.StoreException;

/**
 * The place of one caller among the callers of its JVM that want the same lock: in one of
 * the {@link LocalQueues}, or beside it. The holder before may leave it the lock itself,
 * or a request in flight.
 */
final class LocalPlace {

	private final LocalQueues queues;

	private final String name;

	// Null once the lock is held: the place of a dropped lease must not keep the lease
	// reachable.
	private volatile @Nullable Waiter waiter;

	// Waiting in the queue or current there, as far as its own caller has seen: no other
	// thread reads this.
	private boolean queued;

	private volatile boolean current;

	private volatile @Nullable StoreAttempt asking;

	private volatile AttemptOutcome.@Nullable Granted inherited;

	private volatile SharedReads.@Nullable Grant counted;

	private volatile @Nullable BooleanSupplier held;

	private volatile boolean refusedAsHeld;

	private volatile boolean aheadRefusedAsHeld;

	private volatile boolean aheadHeld;

	LocalPlace(LocalQueues queues, String name, Waiter waiter) {
		this.queues = queues;
		this.name = name;
		this.waiter = waiter;
	}

	String name() {
		return this.name;
	}

	// ----- by its own caller

	void join() {
		this.queues.join(this);
		this.queued = true;
	}

	// Returns whether the caller may ask the store: with the turn, or beside a turn whose
	// request has no answer yet. Otherwise the lock is held in this JVM.
	boolean tryJoin() {
		this.queued = this.queues.joinIfEmpty(this);
		LocalPlace ahead = this.queued ? null : ahead();
		return ahead == null || !ahead.isHolding();
	}

	boolean isQueued() {
		return this.queued;
	}

	boolean isCurrent() {
		return this.current;
	}

	// Returns false if it has become current meanwhile.
	boolean abandon() {
		if (!this.queued || this.queues.abandon(this)) {
			this.queued = false;
			return true;
		}
		return false;
	}

	// The grant into which a reader ahead has admitted this caller, whose own turn has
	// ended with that.
	SharedReads.@Nullable Grant takeShare() {
		SharedReads.Grant share = this.queued ? this.counted : null;
		this.queued = this.queued && share == null;
		return share;
	}

	AttemptOutcome.@Nullable Granted inherited() {
		return this.inherited;
	}

	boolean isAheadRefusedAsHeld() {
		return this.aheadRefusedAsHeld;
	}

	// The lock was held in this JVM until the turn before this one ended.
	boolean isAheadHeld() {
		return this.aheadHeld;
	}

	// Held in this JVM, or the store has said so lately.
	boolean isHeldByAnother() {
		LocalPlace ahead = ahead();
		if (ahead == null) {
			return false;
		}
		StoreAttempt asked = ahead.asking;
		return ahead.isHolding() || (asked != null && asked.isHeldByAnother());
	}

	@Nullable StoreException troubleAhead() {
		LocalPlace ahead = ahead();
		StoreAttempt asked = (ahead != null) ? ahead.asking : null;
		return (asked != null) ? asked.trouble() : null;
	}

	private @Nullable LocalPlace ahead() {
		return this.queues.current(this.name);
	}

	void forgetAttempt() {
		this.asking = null;
	}

	void markHeld(BooleanSupplier isHeld) {
		this.held = isHeld;
		this.waiter = null;
	}

	// It is unknown whether the lock is still held.
	void markHoldUnknown() {
		this.held = null;
	}

	private boolean isHolding() {
		BooleanSupplier isHeld = this.held;
		return isHeld != null && isHeld.getAsBoolean();
	}

	void pass(Refusal reason) {
		if (this.queued && reason == Refusal.HELD_BY_ANOTHER) {
			this.refusedAsHeld = true;
		}
		pass();
	}

	void pass() {
		if (this.queued) {
			this.queues.pass(this);
			this.queued = false;
		}
	}

	// All readers are counted before any is woken: one that leaves at once must not close
	// the grant for those behind it.
	void passReading(SharedReads.Grant grant) {
		if (!this.queued) {
			return;
		}
		this.queued = false;
		List<LocalPlace> counted = new ArrayList<>();
		LocalPlace last = this;
		LocalPlace next = this.queues.advance(last);
		while (next != null && grant.enterFromTheQueue()) {
			counted.add(next);
			last = next;
			next = this.queues.advance(last);
		}
		if (next != null) {
			next.begin();
		}
		else {
			this.queues.pass(last);
		}
		counted.forEach((place) -> place.countInto(grant));
	}

	// ----- by the queue and the holder before

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

	void follow(LocalPlace before) {
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

	private void countInto(SharedReads.Grant grant) {
		this.counted = grant;
		begin();
	}

	// By its own caller, too.
	StoreAttempt ask() {
		StoreAttempt attempt = Objects.requireNonNull(this.waiter).newAttempt();
		this.asking = attempt;
		return attempt;
	}

	@Nullable StoreAttempt asking() {
		return this.asking;
	}

	/**
	 * The caller of a place, as seen by the holder before it.
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
