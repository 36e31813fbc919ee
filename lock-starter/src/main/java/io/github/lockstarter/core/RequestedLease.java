package io.github.lockstarter.core;

import io.github.lockstarter.LockMode;
import io.github.lockstarter.LockRequest;
import io.github.lockstarter.ReleaseMode;
import io.github.lockstarter.store.LeaseMargins;

/**
 * What one lease asks of its hold.
 *
 * @param leaseMillis the length of the lease
 * @param renewed whether it is renewed while it is open
 * @param minHoldMillis the minimum hold, zero for none
 * @param release for what its close waits, if it is the last one of the hold
 * @param limit how many may hold the lock at once: 1 for a lock that one holds alone, 0
 * for those who read
 */
record RequestedLease(long leaseMillis, boolean renewed, long minHoldMillis, ReleaseMode release, int limit) {

	private static final int ALONE = 1;

	/**
	 * What a lease asks of a hold that one has alone.
	 */
	RequestedLease(long leaseMillis, boolean renewed, long minHoldMillis, ReleaseMode release) {
		this(leaseMillis, renewed, minHoldMillis, release, ALONE);
	}

	static RequestedLease of(LockRequest request, LockSettings settings) {
		return new RequestedLease(request.leaseTime().orElse(settings.leaseTime()).toMillis(),
				request.leaseTime().isEmpty(), request.minHold().toMillis(),
				request.release().orElse(settings.release()),
				(request.mode() == LockMode.READ) ? 0 : request.permits());
	}

	LockMode mode() {
		return (this.limit == 0) ? LockMode.READ : LockMode.WRITE;
	}

	/**
	 * Whether others may hold the lock at the same time.
	 */
	boolean isShared() {
		return this.limit != ALONE;
	}

	/**
	 * Whether readers of the same JVM may have the lock together: those who ask for
	 * nothing but to read.
	 */
	boolean isJoined() {
		return this.limit == 0 && this.renewed && this.minHoldMillis == 0;
	}

	/**
	 * Whether a lock that was acquired for this may be entered once more for that: alone
	 * is enough for everything, and a share for the same kind of share.
	 */
	boolean covers(RequestedLease wanted) {
		return !isShared() || (wanted.isShared() && (this.limit == 0) == (wanted.limit == 0));
	}

	/**
	 * Whether a lease that is already held is long enough. A renewed one is content with
	 * half its length, or with a renewal that is about to be sent. A fixed one is content
	 * with what the deadline of the same length has just after the acquisition.
	 */
	boolean areMetBy(long remainingNanos, boolean renewalPending) {
		long enough = this.renewed ? this.leaseMillis / 2 : LeaseMargins.justAcquiredMillis(this.leaseMillis);
		return (this.renewed && renewalPending) || Millis.ofNanos(remainingNanos) >= enough;
	}

}
