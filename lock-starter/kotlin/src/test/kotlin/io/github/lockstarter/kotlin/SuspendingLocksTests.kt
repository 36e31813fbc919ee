package io.github.lockstarter.kotlin

import io.github.lockstarter.LockLostException
import io.github.lockstarter.LockNotAcquiredException
import io.github.lockstarter.store.LockStore
import io.github.lockstarter.store.StoreReply
import java.util.concurrent.BlockingQueue
import java.util.concurrent.CompletableFuture
import java.util.concurrent.CompletionStage
import java.util.concurrent.LinkedBlockingQueue
import kotlin.coroutines.CoroutineContext
import kotlin.time.Duration.Companion.ZERO
import kotlinx.coroutines.CompletableDeferred
import kotlinx.coroutines.CoroutineDispatcher
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.Job
import kotlinx.coroutines.NonCancellable
import kotlinx.coroutines.async
import kotlinx.coroutines.awaitCancellation
import kotlinx.coroutines.cancelAndJoin
import kotlinx.coroutines.coroutineScope
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.withContext
import kotlinx.coroutines.yield
import org.assertj.core.api.Assertions.assertThat
import org.awaitility.Awaitility
import org.junit.jupiter.api.AutoClose
import org.junit.jupiter.api.Test
import org.junit.jupiter.api.Timeout

@Timeout(120)
class SuspendingLocksTests {

	@AutoClose
	private val memory = MemoryLocks()

	private val locks = memory.asyncLocks

	@Test
	fun blockRunsUnderItsLockInTheContextOfItsCaller() = runBlocking<Unit> {
		val caller = Thread.currentThread()
		val token = locks.withLock("order:1") { lease ->
			assertThat(Thread.currentThread()).isSameAs(caller)
			withContext(Dispatchers.Default) {
				yield()
				assertThat(lease.isHeld).isTrue()
				assertThat(memory.isFree("order:1")).isFalse()
			}
			lease.fencingToken()
		}
		assertThat(token).isPositive()
		assertThat(memory.isFree("order:1")).isTrue()
	}

	@Test
	fun failureOfTheBlockReleases() = runBlocking<Unit> {
		val failure = runCatching { locks.withLock("order:1") { yield(); error("work") } }.exceptionOrNull()
		assertThat(failure).isInstanceOf(IllegalStateException::class.java).hasMessage("work")
		assertThat(memory.isFree("order:1")).isTrue()
	}

	@Test
	fun heldLockIsRefusedOrNull() = runBlocking<Unit> {
		memory.control.holdElsewhere("order:1").use {
			val failure = runCatching { locks.withLock("order:1", waitTime = ZERO) { "run" } }.exceptionOrNull()
			assertThat(failure).isInstanceOf(LockNotAcquiredException::class.java)
			val result: String? = locks.tryWithLock("order:1", waitTime = ZERO) { "run" }
			assertThat(result).isNull()
		}
		assertThat(locks.tryWithLock("order:1", waitTime = ZERO) { "run" }).isEqualTo("run")
	}

	@Test
	fun refusalInTheBlockIsNotThatOfItsLock() = runBlocking<Unit> {
		memory.control.holdElsewhere("order:2").use {
			val failure = runCatching {
				locks.tryWithLock("order:1") { locks.withLock("order:2", waitTime = ZERO) { "run" } }
			}.exceptionOrNull()
			assertThat(failure).isInstanceOf(LockNotAcquiredException::class.java)
		}
		assertThat(memory.isFree("order:1")).isTrue()
	}

	@Test
	fun waiterGetsTheLockWhenItIsReleased() = runBlocking<Unit> {
		val held = memory.control.holdElsewhere("order:1")
		val waiting = async(Dispatchers.Default) { locks.withLock("order:1") { "run" } }
		memory.control.awaitWaiter("order:1")
		assertThat(waiting.isCompleted).isFalse()
		held.close()
		assertThat(waiting.await()).isEqualTo("run")
	}

	@Test
	fun cancelledWaiterLeavesTheQueue() = runBlocking<Unit> {
		memory.control.holdElsewhere("order:1").use {
			val waiting = async(Dispatchers.Default) { locks.withLock("order:1") { "run" } }
			memory.control.awaitWaiter("order:1")
			waiting.cancelAndJoin()
			Awaitility.await().until { memory.locks.describe("order:1").orElseThrow().waiters() == 0 }
		}
		assertThat(memory.isFree("order:1")).isTrue()
	}

	@Test
	fun lockThatIsGrantedToACancelledCoroutineIsReleased() {
		val dispatcher = QueueingDispatcher()
		val tasks = dispatcher.tasks
		val held = memory.control.holdElsewhere("order:1")
		val waiting = CoroutineScope(dispatcher).launch {
			locks.withLock("order:1") { throw AssertionError("runs although it is cancelled") }
		}
		tasks.take().run()
		memory.control.awaitWaiter("order:1")
		held.close()
		val resumption = tasks.take() // granted
		assertThat(memory.isFree("order:1")).isFalse()
		waiting.cancel()
		resumption.run()
		Awaitility.await().until { memory.isFree("order:1") }
		assertThat(waiting.isCancelled).isTrue()
	}

	@Test
	fun cancelledBlockReleasesWhenItHasEnded() = runBlocking<Unit> {
		val begun = CompletableDeferred<Unit>()
		val cleanUp = CompletableDeferred<Unit>()
		val running = launch(Dispatchers.Default) {
			locks.withLock("order:1") {
				try {
					begun.complete(Unit)
					awaitCancellation()
				} finally {
					withContext(NonCancellable) { cleanUp.await() }
				}
			}
		}
		begun.await()
		running.cancel()
		assertThat(memory.isFree("order:1")).isFalse()
		cleanUp.complete(Unit)
		running.join()
		assertThat(memory.isFree("order:1")).isTrue()
	}

	@Test
	fun cancelledBlockEndsAfterItsRelease() = cancel({ awaitCancellation() }) { running, release, tasks ->
		running.cancel()
		runUntil(tasks) { release.isRequested || running.isCompleted }
	}

	@Test
	fun cancellationDuringTheReleaseDoesNotEndIt() = cancel({ }) { running, release, tasks ->
		runUntil(tasks) { release.isRequested }
		running.cancel()
		tasks.poll()?.run()
	}

	// A caller that continues before the store has released the lock would be refused by itself.
	private fun cancel(block: suspend () -> Unit, cancellation: (Job, HeldBackRelease, BlockingQueue<Runnable>) -> Unit) {
		lateinit var release: HeldBackRelease
		MemoryLocks { store -> HeldBackRelease(store).also { release = it } }.use { memory ->
			val dispatcher = QueueingDispatcher()
			var begun = false
			val running = CoroutineScope(dispatcher).launch {
				memory.asyncLocks.withLock("order:1") {
					begun = true
					block()
				}
			}
			runUntil(dispatcher.tasks) { begun }
			cancellation(running, release, dispatcher.tasks)
			assertThat(release.isRequested).isTrue()
			assertThat(running.isCompleted).isFalse()
			release.answer.complete(Unit)
			runUntil(dispatcher.tasks) { running.isCompleted }
			assertThat(running.isCancelled).isTrue()
			assertThat(memory.isFree("order:1")).isTrue()
		}
	}

	private fun runUntil(tasks: BlockingQueue<Runnable>, condition: () -> Boolean) {
		while (!condition()) {
			tasks.take().run()
		}
	}

	@Test
	fun blockEntersItsLockAgainOnAnyThread() = runBlocking<Unit> {
		locks.withLock("order:1") { outer ->
			locks.withLock("order:2") {
				val token = coroutineScope {
					async(Dispatchers.Default) {
						locks.withLock("order:1", waitTime = ZERO) { inner -> inner.fencingToken() }
					}.await()
				}
				assertThat(token).isEqualTo(outer.fencingToken())
			}
			assertThat(memory.isFree("order:1")).isFalse()
		}
		assertThat(memory.isFree("order:1")).isTrue()
	}

	@Test
	fun anotherCoroutineIsKeptOut() = runBlocking<Unit> {
		val begun = CompletableDeferred<Unit>()
		val work = CompletableDeferred<Unit>()
		val running = launch { locks.withLock("order:1") { begun.complete(Unit); work.await() } }
		begun.await()
		assertThat(locks.tryWithLock("order:1", waitTime = ZERO) { "run" }).isNull()
		work.complete(Unit)
		running.join()
	}

	@Test
	fun lossIsThrown() = runBlocking<Unit> {
		val failure = runCatching {
			locks.withLock("order:1") { memory.control.takeAway("order:1") }
		}.exceptionOrNull()
		assertThat(failure).isInstanceOf(LockLostException::class.java)
	}

	@Test
	fun lossThatTheBlockHasSeenIsThrown() = runBlocking<Unit> {
		val failure = runCatching {
			locks.withLock("order:1") { lease ->
				memory.control.takeAway("order:1")
				runCatching { lease.ensureHeld() }
			}
		}.exceptionOrNull()
		assertThat(failure).isInstanceOf(LockLostException::class.java)
	}

	@Test
	fun lossDoesNotHideTheFailureOfTheBlock() = runBlocking<Unit> {
		val failure = runCatching {
			locks.withLock("order:1") {
				memory.control.takeAway("order:1")
				error("work")
			}
		}.exceptionOrNull()
		assertThat(failure).isInstanceOf(IllegalStateException::class.java).hasMessage("work")
		assertThat(failure!!.suppressed).hasOnlyElementsOfType(LockLostException::class.java).hasSize(1)
	}

	/** Dispatches to the thread of the test. */
	private class QueueingDispatcher : CoroutineDispatcher() {

		val tasks = LinkedBlockingQueue<Runnable>()

		override fun dispatch(context: CoroutineContext, block: Runnable) {
			tasks.add(block)
		}

	}

	/** A store that releases only when the test says so. */
	private class HeldBackRelease(private val store: LockStore) : LockStore by store {

		val answer = CompletableFuture<Unit>()

		@Volatile
		var isRequested = false

		override fun release(name: String, id: String, holdMillis: Long): CompletionStage<StoreReply> {
			isRequested = true
			return answer.thenCompose { store.release(name, id, holdMillis) }
		}

	}

}
