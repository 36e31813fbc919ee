package io.github.lockstarter.aspect;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.LockRequest;

/**
 * What an annotation asks of its lock.
 *
 * @param waitTime the wait time, null for that of the properties
 * @param leaseTime the fixed lease, null for that of the properties with renewal
 * @param minHold the minimum hold
 * @param fair whether strict order of arrival is asked for
 */
record RequestedTerms(@Nullable Duration waitTime, @Nullable Duration leaseTime, Duration minHold, boolean fair) {

	LockRequest of(LockRequest names) {
		LockRequest request = names.minHold(this.minHold).fair(this.fair);
		if (this.waitTime != null) {
			request = request.waitTime(this.waitTime);
		}
		return (this.leaseTime != null) ? request.leaseTime(this.leaseTime) : request;
	}

}
