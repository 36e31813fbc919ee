package io.github.lockstarter.core;

import org.jspecify.annotations.Nullable;

/**
 * One caller's request for one lock, with the lease under which it works, if any.
 */
record EntryRequest(HoldKey key, @Nullable SingleLease outer, LeaseTerms terms, boolean isFair, boolean isEarly,
		AttemptEvents events) {

	EntryRequest(HoldKey key, @Nullable SingleLease outer, LeaseTerms terms, boolean isFair, AttemptEvents events) {
		this(key, outer, terms, isFair, false, events);
	}

	String name() {
		return this.key.name();
	}

	boolean isJoined() {
		return this.terms.isJoined() && !this.isFair;
	}

	@Nullable SingleLease reenter(Holds holds) {
		// by the lease, not by the owner of its hold: the owner may have released the
		// lock
		// and acquired it again meanwhile
		SingleLease opened = (this.outer != null) ? open(this.outer.hold(), this.outer.open()) : null;
		if (opened != null) {
			return opened;
		}
		Hold own = holds.find(this.key);
		return (own != null) ? open(own, null) : null;
	}

	private @Nullable SingleLease open(Hold hold, OpenLeases.@Nullable Open entered) {
		OpenLeases.Open open = hold.open(this.terms, this.key, entered);
		return (open != null) ? new SingleLease(hold, open) : null;
	}

}
