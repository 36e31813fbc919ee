package io.github.lockstarter.core;

import io.github.lockstarter.LockRequest;

/**
 * What one lease asks of its hold.
 *
 * @param leaseMillis the length of the lease
 * @param renewed whether it is renewed while it is open
 * @param minHoldMillis the minimum hold, zero for none
 */
record LeaseTerms(long leaseMillis, boolean renewed, long minHoldMillis) {

	static LeaseTerms of(LockRequest request, LockSettings settings) {
		return new LeaseTerms(request.leaseTime().orElse(settings.leaseTime()).toMillis(),
				request.leaseTime().isEmpty(), request.minHold().toMillis());
	}

}
