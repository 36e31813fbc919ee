package io.github.lockstarter.core;

import java.time.Duration;

import io.github.lockstarter.LockRequest;
import io.github.lockstarter.ReleaseMode;

/**
 * What one lease asks of its hold.
 *
 * @param leaseMillis the length of the lease
 * @param renewed whether it is renewed while it is open
 * @param minHoldMillis the minimum hold, zero for none
 * @param release for what its close waits, if it is the last one of the hold
 */
record RequestedLease(long leaseMillis, boolean renewed, long minHoldMillis, ReleaseMode release) {

	static RequestedLease of(LockRequest request, LockSettings settings) {
		return new RequestedLease(request.leaseTime().orElse(settings.leaseTime()).toMillis(),
				request.leaseTime().isEmpty(), request.minHold().toMillis(),
				request.release().orElse(settings.release()));
	}

	/**
	 * Whether a lease that is already held is long enough. A renewed one is content with
	 * half its length, or with a renewal that is about to be sent. A fixed one is content
	 * with what the deadline of the same length has just after the acquisition.
	 */
	boolean areMetBy(Duration remaining, boolean renewalPending) {
		long enough = this.renewed ? this.leaseMillis / 2 : this.leaseMillis * 97 / 100 - 3;
		return (this.renewed && renewalPending) || remaining.toMillis() >= enough;
	}

}
