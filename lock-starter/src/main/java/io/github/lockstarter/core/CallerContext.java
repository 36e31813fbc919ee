package io.github.lockstarter.core;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.LockLostException;

/**
 * In whose name a lock is asked for: the caller's own, or that of the work to which the
 * caller belongs.
 *
 * @param key the caller's own identity; what it acquires anew is held under it
 * @param outer the lease under which it works, if it does. The lease itself, and not the
 * owner of its hold: that owner may have left the lock by now, and have it anew
 */
record CallerContext(HoldKey key, @Nullable HoldLease outer) {

	/**
	 * Enters a hold of this context once more.
	 * @return the lease, or {@code null} if the caller is on its own and holds nothing
	 * @throws LockLostException if that hold is lost
	 */
	@Nullable HoldLease reenter(Holds holds, LeaseTerms terms) {
		HoldLease opened = (this.outer != null) ? this.outer.hold().open(terms, this) : null;
		if (opened != null) {
			return opened;
		}
		Hold own = holds.find(this.key);
		return (own != null) ? own.open(terms, this) : null;
	}

}
