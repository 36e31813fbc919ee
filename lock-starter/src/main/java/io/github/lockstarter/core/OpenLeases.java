package io.github.lockstarter.core;

import java.util.ArrayList;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * The open leases of a hold, and what they ask for together. Guarded by the mutex of
 * their hold.
 */
final class OpenLeases {

	private final List<OpenLease> leases = new ArrayList<>(1);

	private final long entered;

	// From the grant to the end of the longest minimum hold.
	private long minHoldNanos;

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
	 * @param terms what it asks for
	 * @param own whether it is of the owner of the hold, and not of work that has entered
	 * through a lease
	 */
	OpenLease add(RequestedLease terms, boolean own) {
		OpenLease lease = new OpenLease(terms, own, this.entered);
		this.leases.add(lease);
		this.longestMillis = Math.max(this.longestMillis, terms.leaseMillis());
		return lease;
	}

	/**
	 * A lease is closed.
	 * @param work how its work ended: only after a normal end its minimum hold counts
	 * @return whether it was the last one
	 */
	boolean remove(OpenLease lease, WorkEnd work) {
		this.leases.removeIf((open) -> open == lease || open.isDropped());
		if (work == WorkEnd.NORMAL) {
			this.minHoldNanos = Math.max(this.minHoldNanos, lease.minHoldNanos());
		}
		return this.leases.isEmpty();
	}

	/**
	 * Whether that is one of them.
	 */
	boolean isOpen(@Nullable OpenLease lease) {
		return lease != null && this.leases.contains(lease);
	}

	/**
	 * Whether any of them wants the lock to be renewed.
	 */
	boolean isAnyRenewed() {
		for (OpenLease lease : this.leases) {
			if (lease.terms().renewed()) {
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
			if (lease.isOwn()) {
				return true;
			}
		}
		return false;
	}

	/**
	 * Whether work has entered that is not of the owner of the hold.
	 */
	boolean isAnyOfOthers() {
		for (OpenLease lease : this.leases) {
			if (!lease.isOwn()) {
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
			if (!lease.isDropped()) {
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
	 * milliseconds. Rounded up: a minimum is not to be shorter.
	 */
	long minHoldLeft(long now) {
		return Math.max(0, Millis.ofNanosUp(this.minHoldNanos - (now - this.entered)));
	}

}
