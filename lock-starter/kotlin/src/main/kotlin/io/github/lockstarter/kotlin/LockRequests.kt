package io.github.lockstarter.kotlin

import io.github.lockstarter.LockRequest
import kotlin.time.Duration
import kotlin.time.toJavaDuration

/**
 * Requests the lock of that name, for all that a request can say:
 * `lockRequest("import", leaseTime = 5.minutes).fair(true)`.
 *
 * @param name the full lock name
 * @param waitTime how long to wait if the lock is held; by default the property `distributed-lock.wait-time`
 * @param leaseTime a fixed lease, which is not renewed; by default the lease is renewed while the lock is held
 * @throws io.github.lockstarter.InvalidLockKeyException if the name is blank
 * @throws IllegalArgumentException if a duration is out of its range
 */
public fun lockRequest(name: String, waitTime: Duration? = null, leaseTime: Duration? = null): LockRequest {
	var request = LockRequest.of(name)
	waitTime?.let { request = request.waitTime(it.toJavaDuration()) }
	leaseTime?.let { request = request.leaseTime(it.toJavaDuration()) }
	return request
}
