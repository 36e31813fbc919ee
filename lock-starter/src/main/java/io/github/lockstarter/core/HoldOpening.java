package io.github.lockstarter.core;

import io.github.lockstarter.observer.Refusal;
import io.github.lockstarter.store.Moment;

/**
 * Makes a hold of what one caller was granted, by the store or by the holder before. For
 * whoever drives the caller.
 */
final class HoldOpening {

	private final Engine engine;

	private final EngineContext context;

	private final Caller caller;

	private final LocalPlace place;

	private final EntryResult result;

	/**
	 * Creates the opening.
	 * @param engine what keeps the hold
	 * @param caller who asked for what
	 * @param place the caller's place in this JVM
	 * @param result what becomes of its way
	 */
	HoldOpening(Engine engine, Caller caller, LocalPlace place, EntryResult result) {
		this.engine = engine;
		this.context = engine.context();
		this.caller = caller;
		this.place = place;
		this.result = result;
	}

	/**
	 * What the holder before has left in this JVM is the caller's from now on.
	 * @return whether the caller's way is over
	 */
	boolean inherit(AttemptOutcome.Granted granted) {
		return open(granted, this.context.now(), true);
	}

	/**
	 * What the store has granted is the caller's.
	 * @return whether the caller's way is over; otherwise the lease was, before the
	 * caller was on the processor
	 */
	boolean enter(AttemptOutcome.Granted granted) {
		return open(granted, granted.ownership().begin(), granted.provisional());
	}

	private boolean open(AttemptOutcome.Granted granted, Moment begin, boolean handedOver) {
		RequestedLease terms = this.caller.terms();
		if (granted.deadline().isOver(this.context.now())) {
			this.context.attempts().discard(this.caller.name(), granted.ownership().id(), terms.leaseMillis());
			return false;
		}
		Hold hold = this.engine.hold(this.caller.key(), granted, begin, this.place.turn(), this.caller.events());
		this.result.acquired(new HoldLease(hold, hold.begin(terms)));
		if (!this.engine.began(hold)) {
			this.result.giveBack();
			this.result.refused(Refusal.SHUT_DOWN, null);
			this.place.pass(Refusal.SHUT_DOWN);
			return true;
		}
		this.place.holding(hold.state()::isHeld);
		if (granted.provisional()) {
			hold.renewal().extendLater(terms);
		}
		if (handedOver) {
			this.result.handedOver();
		}
		return true;
	}

}
