package io.github.lockstarter.core;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;

/**
 * The open leases of a hold, and what they ask for together. Guarded by the mutex of
 * their {@link Hold}.
 */
final class OpenLeases {

	// Weak, so that a lease its user has dropped does not keep the lock for ever.
	private final List<WeakReference<HoldLease>> leases = new ArrayList<>(1);

	private int renewed;

	private long minHoldMillis;

	void add(HoldLease lease) {
		this.leases.add(new WeakReference<>(lease));
		this.renewed += lease.terms().renewed() ? 1 : 0;
	}

	/**
	 * A lease is closed.
	 * @param completed whether its work ended normally: only then its minimum hold counts
	 * @return whether it was the last one
	 */
	boolean remove(HoldLease lease, boolean completed) {
		this.leases.removeIf((open) -> open.refersTo(lease) || open.refersTo(null));
		this.renewed -= lease.terms().renewed() ? 1 : 0;
		if (completed) {
			this.minHoldMillis = Math.max(this.minHoldMillis, lease.terms().minHoldMillis());
		}
		return this.leases.isEmpty();
	}

	/**
	 * Whether any of them wants the lock to be renewed.
	 */
	boolean isAnyRenewed() {
		return this.renewed > 0;
	}

	/**
	 * Whether nobody can close them any more.
	 */
	boolean areUnreachable() {
		for (WeakReference<HoldLease> lease : this.leases) {
			if (!lease.refersTo(null)) {
				return false;
			}
		}
		return true;
	}

	/**
	 * The longest minimum hold of those that ended normally.
	 */
	long minHoldMillis() {
		return this.minHoldMillis;
	}

}
