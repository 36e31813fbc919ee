package io.github.lockstarter.kotlin.documentation

import io.github.lockstarter.LockOperations
import io.github.lockstarter.LockRequest
import io.github.lockstarter.async.AsyncLockOperations
import io.github.lockstarter.kotlin.lockRequest
import io.github.lockstarter.kotlin.tryWithLock
import io.github.lockstarter.kotlin.withLock
import kotlin.time.Duration.Companion.ZERO
import kotlin.time.Duration.Companion.minutes
import kotlin.time.Duration.Companion.seconds

class StockService(private val locks: LockOperations) {

	private val stock = mutableMapOf<String, Int>()

	fun take(article: String): Int = locks.withLock("stock:$article") {
		val left = stock.getOrDefault(article, 10) - 1
		stock[article] = left
		left
	}

}

class ImportService(private val locks: AsyncLockOperations, private val source: suspend () -> List<String>) {

	suspend fun run(): Int = locks.withLock("import", waitTime = 10.seconds) { lease ->
		source().onEach { lease.ensureHeld() }.size
	}

	suspend fun runUnlessRunning(): Int =
		locks.tryWithLock("import", waitTime = ZERO) { source().size } ?: 0

	suspend fun runInOrder(): Int =
		locks.withLock(lockRequest("import", leaseTime = 5.minutes).fair(true)) { source().size }

	suspend fun transfer(from: String, to: String): Long =
		locks.withLock(LockRequest.ofAll("account:$from", "account:$to")) { lease ->
			lease.asLease().on("account:$from").orElseThrow().fencingToken()
		}

}
