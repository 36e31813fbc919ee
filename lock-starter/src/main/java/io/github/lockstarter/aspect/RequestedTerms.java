package io.github.lockstarter.aspect;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.LockMode;
import io.github.lockstarter.LockRequest;
import io.github.lockstarter.ReleaseMode;

/**
 * What an annotation asks of its lock.
 *
 * @param waitTime the wait time, null for that of the properties
 * @param leaseTime the fixed lease, null for that of the properties with renewal
 * @param minHold the minimum hold
 * @param fair whether strict order of arrival is asked for
 * @param release the way of giving back, null for that of the properties
 * @param mode how the lock is shared
 * @param permits how many may hold it at once, 1 for one alone and for those who read
 */
record RequestedTerms(@Nullable Duration waitTime, @Nullable Duration leaseTime, Duration minHold, boolean fair,
		@Nullable ReleaseMode release, LockMode mode, int permits) {

	LockRequest of(LockRequest names) {
		LockRequest request = names.minHold(this.minHold).fair(this.fair).permits(this.permits).mode(this.mode);
		if (this.waitTime != null) {
			request = request.waitTime(this.waitTime);
		}
		if (this.leaseTime != null) {
			request = request.leaseTime(this.leaseTime);
		}
		return (this.release != null) ? request.release(this.release) : request;
	}

}
