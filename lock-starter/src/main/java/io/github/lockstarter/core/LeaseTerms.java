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

	/**
	 * How much of the lease has to be left for a caller that enters a hold. A renewed one
	 * is content with half its length: its next renewal is on the way. A fixed one is
	 * content with what the deadline of the same length has just after the acquisition.
	 */
	long enoughMillis() {
		return this.renewed ? this.leaseMillis / 2 : this.leaseMillis * 97 / 100 - 3;
	}

}
