package io.github.lockstarter.core;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.Lease;

/**
 * The open leases of a hold, and what they require together; guarded by the mutex of the
 * hold.
 */
final class OpenLeases {

	private final List<Open> leases = new ArrayList<>(1);

	private final long enteredNanos;

	// From the grant to the end of the longest minimum hold.
	private long minHoldNanos;

	private long longestMillis;

	// When the holder received the grant. A minimum hold must not be shorter
	// than requested because the grant was slow to arrive.
	OpenLeases(long enteredNanos) {
		this.enteredNanos = enteredNanos;
	}

	Open add(LeaseTerms terms, boolean own) {
		Open lease = new Open(terms, own, this.enteredNanos);
		this.leases.add(lease);
		this.longestMillis = Math.max(this.longestMillis, terms.leaseMillis());
		return lease;
	}

	// A minimum hold counts only after a normal end of the work.
	boolean remove(Open lease, WorkEnd work) {
		this.leases.removeIf((open) -> open == lease || open.isDropped());
		if (work == WorkEnd.NORMAL) {
			this.minHoldNanos = Math.max(this.minHoldNanos, lease.minHoldNanos());
		}
		return this.leases.isEmpty();
	}

	boolean isOpen(@Nullable Open lease) {
		return lease != null && this.leases.contains(lease);
	}

	boolean isLast(Open lease) {
		for (Open open : this.leases) {
			if (open != lease && !open.isDropped()) {
				return false;
			}
		}
		return true;
	}

	boolean isAnyRenewed() {
		for (Open lease : this.leases) {
			if (lease.terms().renewed()) {
				return true;
			}
		}
		return false;
	}

	// The longest length that an open lease asks to be renewed for; zero for none.
	long renewedMillis() {
		long longest = 0;
		for (Open lease : this.leases) {
			longest = lease.terms().renewed() ? Math.max(longest, lease.terms().leaseMillis()) : longest;
		}
		return longest;
	}

	// Forgets dropped leases, unless all are dropped: then the hold ends with them.
	boolean onlyOthersStay() {
		if (this.leases.size() > 1) {
			List<Open> dropped = this.leases.stream().filter(Open::isDropped).toList();
			if (dropped.size() < this.leases.size()) {
				this.leases.removeAll(dropped);
			}
		}
		return !this.leases.isEmpty() && !isAnyOwn();
	}

	private boolean isAnyOwn() {
		for (Open lease : this.leases) {
			if (lease.isOwn()) {
				return true;
			}
		}
		return false;
	}

	boolean isAnyOfOthers() {
		for (Open lease : this.leases) {
			if (!lease.isOwn()) {
				return true;
			}
		}
		return false;
	}

	boolean areUnreachable() {
		for (Open lease : this.leases) {
			if (!lease.isDropped()) {
				return false;
			}
		}
		return !this.leases.isEmpty();
	}

	long longestMillis() {
		return this.longestMillis;
	}

	long enteredNanos() {
		return this.enteredNanos;
	}

	long minHoldEndNanos() {
		return this.enteredNanos + this.minHoldNanos;
	}

	/**
	 * One open lease as its hold knows it: only weakly, so that a lease that its user has
	 * dropped does not keep the lock for ever.
	 */
	static final class Open {

		private final LeaseTerms terms;

		private final boolean own;

		private final long enteredNanos;

		private volatile @Nullable WeakReference<Lease> lease;

		private volatile long beginNanos;

		private volatile boolean told;

		private Open(LeaseTerms terms, boolean own, long enteredNanos) {
			this.terms = terms;
			this.own = own;
			this.enteredNanos = enteredNanos;
			this.beginNanos = enteredNanos;
		}

		void usedBy(Lease user) {
			this.lease = new WeakReference<>(user);
		}

		boolean isDropped() {
			WeakReference<Lease> user = this.lease;
			return user != null && user.refersTo(null);
		}

		LeaseTerms terms() {
			return this.terms;
		}

		boolean isOwn() {
			return this.own;
		}

		// The minimum hold counts from here: with several locks from the last grant, in a
		// lock that was held already from the re-entry.
		void begins(long now) {
			this.beginNanos = now;
		}

		long minHoldNanos() {
			long asked = Millis.toNanos(this.terms.minHoldMillis());
			return (asked > 0) ? this.beginNanos - this.enteredNanos + asked : 0;
		}

		void told() {
			this.told = true;
		}

		boolean isTold() {
			return this.told;
		}

	}

}
