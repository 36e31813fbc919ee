package io.github.lockstarter.kotlin

import io.github.lockstarter.LockLostException
import io.github.lockstarter.LockNotAcquiredException
import io.github.lockstarter.LockRequest
import io.github.lockstarter.async.AsyncLease
import io.github.lockstarter.async.AsyncLockOperations
import kotlin.coroutines.AbstractCoroutineContextElement
import kotlin.coroutines.CoroutineContext
import kotlin.time.Duration
import kotlinx.coroutines.NonCancellable
import kotlinx.coroutines.currentCoroutineContext
import kotlinx.coroutines.ensureActive
import kotlinx.coroutines.future.await
import kotlinx.coroutines.withContext

/**
 * Runs [block] under the lock, and releases the lock afterwards. No thread waits for the lock or the store. [block] runs
 * in the context of the caller, on any of its threads: the lock belongs to the coroutine, and [block] may enter it again.
 *
 * Cancelling the coroutine while it waits ends the wait and leaves nothing locked. If [block] is cancelled, the lock is
 * released when [block] has ended.
 *
 * @param name the full lock name
 * @param waitTime how long to wait if the lock is held; by default the property `distributed-lock.wait-time`
 * @param leaseTime a fixed lease, which is not renewed; by default the lease is renewed while [block] runs
 * @param block the work
 * @return the result of [block], after the release
 * @throws LockNotAcquiredException if the lock was held for the whole wait; [block] did not run
 * @throws io.github.lockstarter.LockUnavailableException if the store could not be asked; [block] did not run
 * @throws LockLostException if [block] returned after its lease was lost
 */
public suspend fun <T> AsyncLockOperations.withLock(
	name: String,
	waitTime: Duration? = null,
	leaseTime: Duration? = null,
	block: suspend (AsyncLease) -> T,
): T = withLock(lockRequest(name, waitTime, leaseTime), block)

/**
 * Runs [block] under the lock or locks of [request]; otherwise as [withLock] with a name.
 */
public suspend fun <T> AsyncLockOperations.withLock(request: LockRequest, block: suspend (AsyncLease) -> T): T =
	hold(awaitLease(request), block)

/**
 * Runs [block] under the lock, or returns `null` if the lock was held for the whole wait; otherwise as [withLock].
 * With [Duration.ZERO] as [waitTime] it does not wait.
 */
public suspend fun <T : Any> AsyncLockOperations.tryWithLock(
	name: String,
	waitTime: Duration? = null,
	leaseTime: Duration? = null,
	block: suspend (AsyncLease) -> T,
): T? = tryWithLock(lockRequest(name, waitTime, leaseTime), block)

/**
 * Runs [block] under the lock or locks of [request], or returns `null` if one was held for the whole wait.
 */
public suspend fun <T : Any> AsyncLockOperations.tryWithLock(
	request: LockRequest,
	block: suspend (AsyncLease) -> T,
): T? {
	val lease = try {
		awaitLease(request)
	} catch (ex: LockNotAcquiredException) {
		return null
	}
	return hold(lease, block)
}

private suspend fun AsyncLockOperations.awaitLease(request: LockRequest): AsyncLease {
	val context = currentCoroutineContext()
	context.ensureActive()
	val outer = context[HeldLease]?.of(request)
	val acquiring = (if (outer != null) within(outer) else this).acquire(request)
	try {
		return acquiring.await()
	} catch (failure: Throwable) {
		// Cancelled: the lock may have been granted before the coroutine learned of it.
		acquiring.cancel(false)
		acquiring.thenAccept { it.releaseNow() }
		throw failure
	}
}

private suspend fun <T> hold(lease: AsyncLease, block: suspend (AsyncLease) -> T): T {
	val result = try {
		val outer = currentCoroutineContext()[HeldLease]
		withContext(HeldLease(lease, outer)) { block(lease) }
	} catch (failure: Throwable) {
		withContext(NonCancellable) { fail(lease, failure) }
		throw failure
	}
	withContext(NonCancellable) { end(lease) }
	return result
}

// A loss is thrown even if the work has seen it before.
private suspend fun end(lease: AsyncLease) {
	try {
		lease.ensureHeld()
	} finally {
		lease.close().await()
	}
}

// As execute does: without the minimum hold, and a loss does not hide the failure of the work.
private suspend fun fail(lease: AsyncLease, failure: Throwable) {
	try {
		lease.ensureHeld()
	} catch (lost: LockLostException) {
		if ((failure as? LockLostException)?.lockName != lease.name()) {
			failure.addSuppressed(lost)
		}
	}
	lease.releaseNow().await()
}

/**
 * The leases under which a coroutine works, innermost first.
 */
private class HeldLease(val lease: AsyncLease, val outer: HeldLease?) : AbstractCoroutineContextElement(Key) {

	fun of(request: LockRequest): AsyncLease? =
		if (request.names().any { lease.asLease().on(it).isPresent }) lease else outer?.of(request)

	companion object Key : CoroutineContext.Key<HeldLease>

}
