package io.github.lockstarter.sample.stage.timeline;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.LockRequest;

/**
 * What a task is to do.
 *
 * @param number its number
 * @param locked whether under the lock
 * @param lock the name of the lock
 * @param work how long the work takes
 * @param waitTime how long to wait for the lock
 * @param lease the fixed lease, or null for one that is renewed
 */
public record TaskOrder(int number, boolean locked, String lock, Duration work, Duration waitTime,
		@Nullable Duration lease) {

	LockRequest request() {
		LockRequest request = LockRequest.of(this.lock).waitTime(this.waitTime);
		return (this.lease != null) ? request.leaseTime(this.lease) : request;
	}

}
