package io.github.lockstarter.kotlin

import io.github.lockstarter.async.ApplicationTasks
import io.github.lockstarter.async.AsyncLockOperations
import io.github.lockstarter.async.AsyncLockTemplate
import io.github.lockstarter.core.LockSettings
import io.github.lockstarter.core.LockTemplate
import io.github.lockstarter.store.LockStore
import io.github.lockstarter.testing.TestLocks
import io.github.lockstarter.testing.memory.MemoryLockStore
import io.github.lockstarter.testing.memory.MemoryServer
import io.github.lockstarter.testing.memory.TestLockClock
import io.github.lockstarter.testing.memory.TestRuntime
import java.util.concurrent.Executor

/**
 * The real engine on a store in memory, without an application. Nothing waits for a time: that of the locks stands.
 */
class MemoryLocks(around: (LockStore) -> LockStore = { it }) : AutoCloseable {

	private val clock = TestLockClock()

	private val settings = LockSettings.defaults()

	private val server = MemoryServer(settings, clock)

	val control = TestLocks(server, clock, settings)

	private val store = around(MemoryLockStore(server, "kotlin"))

	val locks = LockTemplate(store, settings, TestRuntime(clock), listOf(control.observer()))

	val asyncLocks: AsyncLockOperations = locks.nonBlocking().let {
		AsyncLockTemplate(it, ApplicationTasks({ Executor(Runnable::run) }, { mutableListOf() }, it.callerThreads()))
	}

	fun isFree(name: String): Boolean = locks.describe(name).isEmpty

	override fun close() {
		locks.stop()
	}

}
