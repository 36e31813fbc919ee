package io.github.lockstarter.kotlin

import io.github.lockstarter.Lease
import io.github.lockstarter.LockNotAcquiredException
import io.github.lockstarter.LockOperations
import io.github.lockstarter.LockRequest
import kotlin.time.Duration

// Not inline: a suspending call inside would leave the thread that owns the lock.

/**
 * Runs [block] under the lock on the calling thread, and releases the lock afterwards; see [LockOperations.execute].
 *
 * @param name the full lock name
 * @param waitTime how long to wait if the lock is held; by default the property `distributed-lock.wait-time`
 * @param leaseTime a fixed lease, which is not renewed; by default the lease is renewed while [block] runs
 * @param block the work; its lease is also [io.github.lockstarter.LockContext.current]
 * @return the result of [block]
 * @throws LockNotAcquiredException if the lock was held for the whole wait; [block] did not run
 * @throws io.github.lockstarter.LockUnavailableException if the store could not be asked; [block] did not run
 * @throws io.github.lockstarter.LockLostException if [block] returned after its lease was lost
 */
public fun <T> LockOperations.withLock(
	name: String,
	waitTime: Duration? = null,
	leaseTime: Duration? = null,
	block: (Lease) -> T,
): T = withLock(lockRequest(name, waitTime, leaseTime), block)

/**
 * Runs [block] under the lock or locks of [request]; otherwise as [withLock] with a name.
 */
public fun <T> LockOperations.withLock(request: LockRequest, block: (Lease) -> T): T =
	execute<T, RuntimeException>(request) { lease -> block(lease) }

/**
 * Runs [block] under the lock, or returns `null` if the lock was held for the whole wait; otherwise as [withLock].
 * With [Duration.ZERO] as [waitTime] it does not wait.
 */
public fun <T : Any> LockOperations.tryWithLock(
	name: String,
	waitTime: Duration? = null,
	leaseTime: Duration? = null,
	block: (Lease) -> T,
): T? = tryWithLock(lockRequest(name, waitTime, leaseTime), block)

/**
 * Runs [block] under the lock or locks of [request], or returns `null` if one was held for the whole wait.
 */
public fun <T : Any> LockOperations.tryWithLock(request: LockRequest, block: (Lease) -> T): T? {
	var entered = false
	try {
		return withLock(request) { lease ->
			entered = true
			block(lease)
		}
	} catch (refusal: LockNotAcquiredException) {
		if (entered) {
			throw refusal // of another lock, in the block
		}
		return null
	}
}
