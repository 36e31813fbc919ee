package io.github.lockstarter.compatibility

import io.github.lockstarter.LockContext
import io.github.lockstarter.LockMode
import io.github.lockstarter.annotation.DistributedLocked
import io.github.lockstarter.annotation.OnNotAcquired
import io.github.lockstarter.reactive.ReactiveLockContext
import kotlinx.coroutines.CompletableDeferred
import kotlinx.coroutines.delay
import kotlinx.coroutines.flow.Flow
import kotlinx.coroutines.flow.flow
import kotlinx.coroutines.reactor.awaitSingle

data class Customer(val id: Long)

data class Order(val customer: Customer)

/**
 * A service as Kotlin users write them.
 */
open class Users {

	@DistributedLocked(name = "kotlin-users", key = "#name")
	open suspend fun register(name: String?, work: CompletableDeferred<String>): String = work.await()

	@DistributedLocked(name = "kotlin-users", key = "#name")
	open suspend fun nested(name: String, users: Users): Long {
		delay(1)
		return users.token(name)
	}

	@DistributedLocked(name = "kotlin-users", key = "#name", waitTime = "0")
	open suspend fun token(name: String): Long = ReactiveLockContext.current().awaitSingle().fencingToken()

	@DistributedLocked(name = "kotlin-users", key = "#name")
	open suspend fun broken(name: String): String {
		delay(1)
		throw IllegalStateException("body of $name")
	}

	@DistributedLocked(name = "kotlin-busy", key = "#key", waitTime = "0", onNotAcquired = OnNotAcquired.SKIP)
	open suspend fun skipped(key: String): String? = key

	@DistributedLocked(name = "kotlin-busy", key = "#key", waitTime = "0",
		onNotAcquired = OnNotAcquired.FALLBACK, fallback = "instead")
	open suspend fun replaced(key: String): String = "replaced $key"

	open suspend fun instead(key: String): String {
		delay(1)
		return "instead of $key"
	}

	@DistributedLocked(name = "kotlin-catalog", key = "#key", mode = LockMode.READ)
	open suspend fun read(key: String, begun: CompletableDeferred<Unit>, work: CompletableDeferred<String>): String {
		begun.complete(Unit)
		return work.await()
	}

	@DistributedLocked(name = "kotlin-catalog", key = "#key", mode = LockMode.READ)
	open suspend fun upgrade(key: String, users: Users): String = users.write(key)

	@DistributedLocked(name = "kotlin-catalog", key = "#key")
	open suspend fun write(key: String): String = "written $key"

	@DistributedLocked(name = "kotlin-export", key = "#key", permits = "2")
	open suspend fun export(key: String, work: CompletableDeferred<String>): String = work.await()

	@DistributedLocked(name = "kotlin-flow", key = "#key")
	open fun held(key: String): Flow<Boolean> = flow {
		for (i in 1..3) {
			delay(1)
			emit(ReactiveLockContext.current("kotlin-flow:$key").awaitSingle().isHeld)
		}
	}

	@DistributedLocked(name = "kotlin-flow", key = "#key")
	open suspend fun suspendedHeld(key: String): Flow<Boolean> {
		delay(1)
		return held(key)
	}

	@DistributedLocked(name = "kotlin-default", key = "#name + '-' + #region")
	open fun plain(name: String, region: String = "eu"): String = LockContext.current().orElseThrow().name()

	@DistributedLocked(name = "kotlin-default", key = "#name + '-' + #region")
	open suspend fun suspended(name: String, region: String = "us"): String =
		ReactiveLockContext.current().awaitSingle().name()

	@DistributedLocked(name = "kotlin-data", key = "#order.customer.id")
	open suspend fun order(order: Order): String = ReactiveLockContext.current().awaitSingle().name()

	@DistributedLocked(name = "kotlin-projected", key = "#orders.![#this.customer.id]")
	open suspend fun projected(orders: List<Order>): Long =
		ReactiveLockContext.current("kotlin-projected:7").awaitSingle().fencingToken()

	@DistributedLocked(name = "kotlin-several", key = "#ids")
	open suspend fun several(ids: List<Int>): List<Long> = ids.map {
		ReactiveLockContext.current("kotlin-several:$it").awaitSingle().fencingToken()
	}

}
