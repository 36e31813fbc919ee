package io.github.lockstarter.core;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * The open leases of a hold, and what they ask for together. Guarded by the mutex of
 * their {@link Hold}.
 */
final class OpenLeases {

	// Weak, so that a lease its user has dropped does not keep the lock for ever.
	private final List<OpenLease> leases = new ArrayList<>(1);

	private final long entered;

	// From the grant to the end of the longest minimum hold.
	private long minHoldMillis;

	private long longestMillis;

	/**
	 * No lease is open yet.
	 * @param entered when the holder got the lock, at the latest: a minimum hold is not
	 * to be shorter than was asked for because the word of the grant took its time
	 */
	OpenLeases(long entered) {
		this.entered = entered;
	}

	/**
	 * A lease is opened.
	 * @param own whether it is of the owner of the hold, and not of work that has entered
	 * through a lease
	 */
	HoldLease add(HoldLease lease, boolean own) {
		this.leases.add(new OpenLease(new WeakReference<>(lease), lease.terms().renewed(), own));
		this.longestMillis = Math.max(this.longestMillis, lease.terms().leaseMillis());
		lease.begins(this.entered);
		return lease;
	}

	/**
	 * A lease is closed.
	 * @param completed whether its work ended normally: only then its minimum hold counts
	 * @return whether it was the last one
	 */
	boolean remove(HoldLease lease, boolean completed) {
		this.leases.removeIf((open) -> open.is(lease) || open.is(null));
		if (completed) {
			this.minHoldMillis = Math.max(this.minHoldMillis, late(lease) + lease.terms().minHoldMillis());
		}
		return this.leases.isEmpty();
	}

	/**
	 * How long after the grant its work could begin, in milliseconds, rounded up.
	 */
	private long late(HoldLease lease) {
		return (lease.terms().minHoldMillis() > 0) ? (lease.begin() - this.entered + 999_999) / 1_000_000 : 0;
	}

	/**
	 * Whether any of them wants the lock to be renewed.
	 */
	boolean isAnyRenewed() {
		for (OpenLease lease : this.leases) {
			if (lease.renewed()) {
				return true;
			}
		}
		return false;
	}

	/**
	 * Whether the owner of the hold has a lease open.
	 */
	boolean isAnyOwn() {
		for (OpenLease lease : this.leases) {
			if (lease.own()) {
				return true;
			}
		}
		return false;
	}

	/**
	 * Whether nobody can close them any more. Where none is open somebody has closed the
	 * last one, and is about to end the hold.
	 */
	boolean areUnreachable() {
		for (OpenLease lease : this.leases) {
			if (!lease.is(null)) {
				return false;
			}
		}
		return !this.leases.isEmpty();
	}

	/**
	 * The longest lease that any of them has asked for, closed ones included.
	 */
	long longestMillis() {
		return this.longestMillis;
	}

	/**
	 * What is left of the longest minimum hold of those that ended normally, in
	 * milliseconds.
	 */
	long minHoldLeft(long now) {
		return Math.max(0, this.minHoldMillis - (now - this.entered) / 1_000_000);
	}

	private record OpenLease(WeakReference<HoldLease> lease, boolean renewed, boolean own) {

		private boolean is(@Nullable HoldLease other) {
			return this.lease.refersTo(other);
		}

	}

}
