package io.github.lockstarter.core;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.LockLostException;
import io.github.lockstarter.LockUpgradeException;

/**
 * Who asks for one lock, and for what: in the caller's own name, or in that of the work
 * to which it belongs.
 *
 * @param key the caller's own identity; what it acquires anew is held under it
 * @param outer the lease under which it works, if it does. The lease itself, and not the
 * owner of its hold: that owner may have left the lock by now, and have it anew
 * @param terms what it asks of the lease
 * @param isFair whether it is served in strict order of arrival
 * @param isEarly whether it asked before the application had started
 * @param events what observers are told of it
 */
record Caller(HoldKey key, @Nullable SingleLease outer, RequestedLease terms, boolean isFair, boolean isEarly,
		AttemptEvents events) {

	/**
	 * A caller of an application that has started.
	 */
	Caller(HoldKey key, @Nullable SingleLease outer, RequestedLease terms, boolean isFair, AttemptEvents events) {
		this(key, outer, terms, isFair, false, events);
	}

	String name() {
		return this.key.name();
	}

	/**
	 * Whether it has the lock together with other readers of this JVM.
	 */
	boolean isJoined() {
		return this.terms.isJoined() && !this.isFair;
	}

	/**
	 * Enters a hold of this context once more.
	 * @return the lease, or {@code null} if the caller is on its own and holds nothing
	 * @throws LockLostException if that hold is lost
	 * @throws LockUpgradeException if it is one of another kind, for which the caller
	 * would wait for itself
	 */
	@Nullable SingleLease reenter(Holds holds) {
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
