package io.github.lockstarter.core;

import java.lang.ref.WeakReference;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.Lease;

/**
 * One open lease, as its hold knows it. The lease knows this and the hold; they know the
 * lease only weakly, so that one that its user has dropped does not keep the lock for
 * ever.
 */
final class OpenLease {

	private final RequestedLease terms;

	private final boolean own;

	private final long entered;

	private volatile @Nullable WeakReference<Lease> lease;

	private volatile long begin;

	private volatile boolean told;

	/**
	 * Creates what is known of a lease.
	 * @param terms what it asks of its hold
	 * @param own whether it is of the owner of the hold, and not of work that has entered
	 * through a lease
	 * @param entered when the holder got the lock, on the monotonic clock
	 */
	OpenLease(RequestedLease terms, boolean own, long entered) {
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
	 * Its work can begin now: where it needs other locks, not before the last of them;
	 * where the lock was held already, not before it was entered again.
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
