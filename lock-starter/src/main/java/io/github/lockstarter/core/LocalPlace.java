package io.github.lockstarter.core;

import java.util.ArrayList;
import java.util.List;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.observer.Refusal;
import io.github.lockstarter.store.StoreException;

/**
 * The place of one caller among the callers of its JVM that want the same lock: it has a
 * turn, or none.
 */
final class LocalPlace {

	private final LocalQueues queues;

	private final String name;

	private final LocalTurn.Waiter waiter;

	// Queued or current; null for a caller without a turn.
	private @Nullable LocalTurn turn;

	LocalPlace(LocalQueues queues, String name, LocalTurn.Waiter waiter) {
		this.queues = queues;
		this.name = name;
		this.waiter = waiter;
	}

	void join() {
		this.turn = this.queues.join(this.name, this.waiter);
	}

	// Returns whether the caller may ask the store: with the turn, or beside a turn whose
	// request has no answer yet. Otherwise the lock is held in this JVM.
	boolean tryJoin() {
		this.turn = this.queues.joinIfEmpty(this.name, this.waiter);
		LocalTurn ahead = (this.turn != null) ? null : ahead();
		return ahead == null || !ahead.isHolding();
	}

	@Nullable LocalTurn turn() {
		return this.turn;
	}

	// Returns false if the turn has become current meanwhile.
	boolean abandon() {
		if (this.turn == null || this.queues.abandon(this.turn)) {
			this.turn = null;
			return true;
		}
		return false;
	}

	// A reader ahead has admitted this caller, whose own turn has ended with that.
	SharedReads.@Nullable Grant counted() {
		SharedReads.Grant counted = (this.turn != null) ? this.turn.counted() : null;
		this.turn = (counted != null) ? null : this.turn;
		return counted;
	}

	boolean isHeldByAnother() {
		LocalTurn ahead = ahead();
		return ahead != null && ahead.isHeldByAnother();
	}

	@Nullable StoreException troubleAhead() {
		LocalTurn ahead = ahead();
		return (ahead != null) ? ahead.trouble() : null;
	}

	private @Nullable LocalTurn ahead() {
		return this.queues.current(this.name);
	}

	void answered() {
		if (this.turn != null) {
			this.turn.answered();
		}
	}

	void pass(Refusal reason) {
		if (this.turn != null && reason == Refusal.HELD_BY_ANOTHER) {
			this.turn.refusedAsHeld();
		}
		pass();
	}

	// All readers are counted before any is woken: one that leaves at once must not close
	// the grant for those behind it.
	void passReading(SharedReads.Grant grant) {
		List<LocalTurn> counted = new ArrayList<>();
		LocalTurn last = this.turn;
		this.turn = null;
		LocalTurn next = (last != null) ? this.queues.advance(last) : null;
		while (next != null && grant.enterFromTheQueue()) {
			counted.add(next);
			last = next;
			next = this.queues.advance(last);
		}
		if (next != null) {
			next.begin();
		}
		else if (last != null) {
			this.queues.pass(last);
		}
		counted.forEach((turn) -> turn.countInto(grant));
	}

	void pass() {
		if (this.turn != null) {
			this.queues.pass(this.turn);
			this.turn = null;
		}
	}

}
