package io.github.lockstarter.core;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.Lease;

/**
 * The open leases of a hold, and what they ask for together. Guarded by the mutex of
 * their hold.
 */
final class OpenLeases {

	private final List<Open> leases = new ArrayList<>(1);

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
	Open add(RequestedLease terms, boolean own) {
		Open lease = new Open(terms, own, this.entered);
		this.leases.add(lease);
		this.longestMillis = Math.max(this.longestMillis, terms.leaseMillis());
		return lease;
	}

	/**
	 * A lease is closed.
	 * @param work how its work ended: only after a normal end its minimum hold counts
	 * @return whether it was the last one
	 */
	boolean remove(Open lease, WorkEnd work) {
		this.leases.removeIf((open) -> open == lease || open.isDropped());
		if (work == WorkEnd.NORMAL) {
			this.minHoldNanos = Math.max(this.minHoldNanos, lease.minHoldNanos());
		}
		return this.leases.isEmpty();
	}

	/**
	 * Whether that is one of them.
	 */
	boolean isOpen(@Nullable Open lease) {
		return lease != null && this.leases.contains(lease);
	}

	/**
	 * Whether all others are closed, or dropped by their users.
	 */
	boolean isLast(Open lease) {
		for (Open open : this.leases) {
			if (open != lease && !open.isDropped()) {
				return false;
			}
		}
		return true;
	}

	/**
	 * Whether any of them wants the lock to be renewed.
	 */
	boolean isAnyRenewed() {
		for (Open lease : this.leases) {
			if (lease.terms().renewed()) {
				return true;
			}
		}
		return false;
	}

	/**
	 * Forgets those that nobody can close any more, unless they are all: then the hold
	 * ends, as what it was.
	 * @return whether some are open, and none is of the owner of the hold
	 */
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

	/**
	 * Whether work has entered that is not of the owner of the hold.
	 */
	boolean isAnyOfOthers() {
		for (Open lease : this.leases) {
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
		for (Open lease : this.leases) {
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
	 * When the holder got the lock, at the latest, on the monotonic clock.
	 */
	long entered() {
		return this.entered;
	}

	/**
	 * When the longest minimum hold of those that ended normally is over, on the
	 * monotonic clock.
	 */
	long minHoldEnd() {
		return this.entered + this.minHoldNanos;
	}

	/**
	 * One open lease, as its hold knows it. The lease knows this and the hold; they know
	 * the lease only weakly, so that one that its user has dropped does not keep the lock
	 * for ever.
	 */
	static final class Open {

		private final RequestedLease terms;

		private final boolean own;

		private final long entered;

		private volatile @Nullable WeakReference<Lease> lease;

		private volatile long begin;

		private volatile boolean told;

		/**
		 * Creates what is known of a lease.
		 * @param terms what it asks of its hold
		 * @param own whether it is of the owner of the hold, and not of work that has
		 * entered through a lease
		 * @param entered when the holder got the lock, on the monotonic clock
		 */
		private Open(RequestedLease terms, boolean own, long entered) {
			this.terms = terms;
			this.own = own;
			this.entered = entered;
			this.begin = entered;
		}

		/**
		 * The lease that its user has.
		 */
		void usedBy(Lease user) {
			this.lease = new WeakReference<>(user);
		}

		/**
		 * Whether nobody has the lease any more.
		 */
		boolean isDropped() {
			WeakReference<Lease> user = this.lease;
			return user != null && user.refersTo(null);
		}

		RequestedLease terms() {
			return this.terms;
		}

		boolean isOwn() {
			return this.own;
		}

		/**
		 * Its work can begin now: where it needs other locks, not before the last of
		 * them; where the lock was held already, not before it was entered again.
		 * @param now the time, on the monotonic clock: its minimum hold counts from there
		 */
		void begins(long now) {
			this.begin = now;
		}

		/**
		 * For how long the lock is to be held at least, from when the holder got it.
		 * @return nanoseconds
		 */
		long minHoldNanos() {
			long asked = Millis.toNanos(this.terms.minHoldMillis());
			return (asked > 0) ? this.begin - this.entered + asked : 0;
		}

		/**
		 * Its user is told of the loss.
		 */
		void told() {
			this.told = true;
		}

		boolean isTold() {
			return this.told;
		}

	}

}
