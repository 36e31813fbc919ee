package io.github.lockstarter.compatibility

import io.github.lockstarter.InvalidLockKeyException
import io.github.lockstarter.LockMode
import io.github.lockstarter.LockOperations
import io.github.lockstarter.LockRequest
import io.github.lockstarter.LockUpgradeException
import io.github.lockstarter.annotation.DistributedLocked
import java.time.Duration
import kotlinx.coroutines.CompletableDeferred
import kotlinx.coroutines.Deferred
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.async
import kotlinx.coroutines.cancelAndJoin
import kotlinx.coroutines.flow.toList
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.withContext
import org.assertj.core.api.Assertions.assertThat
import org.awaitility.Awaitility
import org.junit.jupiter.api.Tag
import org.junit.jupiter.api.Test
import org.junit.jupiter.api.Timeout
import org.springframework.boot.SpringBootVersion
import reactor.core.publisher.Mono

/**
 * Locked methods as Kotlin compiles them.
 */
@Timeout(120)
class KotlinIntegrationTests {

	@Test
	@Tag("every-line")
	fun applicationRunsOnTheExpectedVersion() {
		assertThat(SpringBootVersion.getVersion()).isEqualTo(System.getProperty("expected.versions").substringBefore(",").removePrefix("Spring Boot "))
	}

	@Test
	@Tag("every-line")
	fun suspendingFunctionHoldsItsLockUntilItReturns() = runBlocking<Unit> {
		val work = CompletableDeferred<String>()
		val result = async(Dispatchers.Default) { users.register("ann", work) }
		awaitHeld("kotlin-users:ann")
		work.complete("registered")
		assertThat(result.await()).isEqualTo("registered")
		assertThat(isFree("kotlin-users:ann")).isTrue()
	}

	@Test
	fun nullKeyIsAnExceptionInsideTheCoroutine() = runBlocking<Unit> {
		val failure = runCatching { users.register(null, CompletableDeferred()) }.exceptionOrNull()
		assertThat(failure).isInstanceOf(InvalidLockKeyException::class.java)
	}

	@Test
	fun functionThatThrowsReleases() = runBlocking<Unit> {
		val failure = runCatching { users.broken("bob") }.exceptionOrNull()
		assertThat(failure).isInstanceOf(IllegalStateException::class.java).hasMessage("body of bob")
		assertThat(isFree("kotlin-users:bob")).isTrue()
	}

	@Test
	fun callOfTheSameLockFromInsideEntersIt() = runBlocking<Unit> {
		assertThat(withContext(Dispatchers.IO) { users.nested("cid", users) }).isPositive()
		assertThat(isFree("kotlin-users:cid")).isTrue()
	}

	@Test
	@Tag("every-line")
	fun cancelledCoroutineReleases() = runBlocking<Unit> {
		val running = async(Dispatchers.Default) { users.register("dan", CompletableDeferred()) }
		awaitHeld("kotlin-users:dan")
		running.cancelAndJoin()
		Awaitility.await().until { isFree("kotlin-users:dan") }
	}

	@Test
	fun heldLockIsSkippedOrReplaced() = runBlocking<Unit> {
		locks.acquire("kotlin-busy:x").use {
			assertThat(users.skipped("x")).isNull()
			assertThat(users.replaced("x")).isEqualTo("instead of x")
		}
		assertThat(users.skipped("x")).isEqualTo("x")
		assertThat(users.replaced("x")).isEqualTo("replaced x")
	}

	@Test
	fun readersOverlapAndAWriterWaits() = runBlocking<Unit> {
		val work = CompletableDeferred<String>()
		val begun = List(2) { CompletableDeferred<Unit>() }
		val readers = begun.map { async(Dispatchers.Default) { users.read("x", it, work) } }
		begun.forEach { it.await() }
		val catalog = LockRequest.of("kotlin-catalog", "x")
		locks.acquire(catalog.mode(LockMode.READ).noWait()).close()
		assertThat(locks.tryAcquire(catalog.noWait())).isEmpty()
		val writer = async(Dispatchers.IO) { locks.acquire(catalog.waitTime(Duration.ofSeconds(30))) }
		Awaitility.await().until { locks.describe(catalog.name()).map { it.waiters() }.orElse(0) == 1 }
		assertThat(readers.none { it.isCompleted } && !writer.isCompleted).isTrue()
		work.complete("read")
		assertThat(readers.map { it.await() }).containsOnly("read")
		writer.await().release()
	}

	@Test
	fun writerInsideAReaderIsToldAtOnce() = runBlocking<Unit> {
		val failure = runCatching { users.upgrade("z", users) }.exceptionOrNull()
		assertThat(failure).isInstanceOf(LockUpgradeException::class.java)
		assertThat(isFree("kotlin-catalog:z")).isTrue()
		assertThat(users.write("z")).isEqualTo("written z")
	}

	@Test
	fun soManyAsThereArePermitsAreInside() = runBlocking<Unit> {
		val work = CompletableDeferred<String>()
		val export = LockRequest.of("kotlin-export", "x").permits(2).noWait()
		val running = async(Dispatchers.Default) { users.export("x", work) }
		awaitHeld("kotlin-export:x")
		locks.acquire(export).use { assertThat(locks.describe("kotlin-export:x").get().holderCount()).isEqualTo(2) }
		work.complete("exported")
		assertThat(running.await()).isEqualTo("exported")
	}

	@Test
	@Tag("every-line")
	fun flowIsProducedUnderItsLock() = runBlocking<Unit> {
		assertThat(users.held("x").toList()).containsExactly(true, true, true)
		Awaitility.await().until { isFree("kotlin-flow:x") }
	}

	@Test
	fun flowOfASuspendingFunctionIsProducedUnderItsLock() = runBlocking<Unit> {
		assertThat(users.suspendedHeld("y").toList()).containsExactly(true, true, true)
		Awaitility.await().until { isFree("kotlin-flow:y") }
	}

	@Test
	@Tag("every-line")
	fun defaultParametersAndPropertiesAreKeys() = runBlocking<Unit> {
		assertThat(users.plain("eve")).isEqualTo("kotlin-default:eve-eu")
		assertThat(users.suspended("eve")).isEqualTo("kotlin-default:eve-us")
		assertThat(users.order(Order(Customer(7)))).isEqualTo("kotlin-data:7")
	}

	@Test
	fun projectionIsAKey() = runBlocking<Unit> {
		assertThat(users.projected(listOf(Order(Customer(7)), Order(Customer(8))))).isPositive()
	}

	open class Outliving {

		@DistributedLocked(name = "kotlin-outliving")
		open suspend fun run(work: CompletableDeferred<String>): Deferred<String> = work

	}

	open class OutlivingInside {

		@DistributedLocked(name = "kotlin-outliving")
		open suspend fun run(work: CompletableDeferred<String>): List<Deferred<String>> = listOf(work)

	}

	// The caller of its proxy would get a text where it expects a Mono.
	open class OutlivingReactor {

		@DistributedLocked(name = "kotlin-outliving")
		open suspend fun run(): Mono<String> = Mono.just("run")

	}

	@Test
	fun workThatOutlivesASuspendingFunctionIsRefused() {
		for (service in listOf(Outliving::class.java, OutlivingInside::class.java, OutlivingReactor::class.java)) {
			val failure = runCatching { factory.createBean(service) }.exceptionOrNull()
			assertThat(failure).rootCause().hasMessageContaining("has work that outlives the call")
		}
	}

	@Test
	fun listIsSeveralLocks() = runBlocking<Unit> {
		assertThat(users.several(listOf(3, 1, 2))).hasSize(3).allMatch { it > 0 }
		assertThat(isFree("kotlin-several:1")).isTrue()
	}

	companion object {

		private val factory get() = ServerApplication.shared().autowireCapableBeanFactory

		private val users by lazy { factory.createBean(Users::class.java) }

		private val locks get() = ServerApplication.shared().getBean(LockOperations::class.java)

		private fun isFree(name: String) = locks.describe(name).isEmpty

		private fun awaitHeld(name: String) = Awaitility.await().until { !isFree(name) }

	}

}
