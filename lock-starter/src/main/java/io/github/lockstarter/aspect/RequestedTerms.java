package io.github.lockstarter.aspect;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.LockMode;
import io.github.lockstarter.LockRequest;
import io.github.lockstarter.ReleaseMode;

/**
 * The terms that an annotation requests; null for the value of the properties.
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
