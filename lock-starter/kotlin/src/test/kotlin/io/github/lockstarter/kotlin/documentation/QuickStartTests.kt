package io.github.lockstarter.kotlin.documentation

import io.github.lockstarter.kotlin.MemoryLocks
import kotlinx.coroutines.runBlocking
import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.AutoClose
import org.junit.jupiter.api.Test

/**
 * Runs what docs/kotlin.md shows.
 */
class QuickStartTests {

	@AutoClose
	private val memory = MemoryLocks()

	@Test
	fun blockingService() {
		val service = StockService(memory.locks)
		assertThat(service.take("book")).isEqualTo(9)
		assertThat(service.take("book")).isEqualTo(8)
	}

	@Test
	fun suspendingService() = runBlocking<Unit> {
		val service = ImportService(memory.asyncLocks) { listOf("a", "b") }
		assertThat(service.run()).isEqualTo(2)
		assertThat(service.runInOrder()).isEqualTo(2)
		assertThat(service.runUnlessRunning()).isEqualTo(2)
		assertThat(service.transfer("1", "2")).isPositive()
		memory.control.holdElsewhere("import").use { assertThat(service.runUnlessRunning()).isZero() }
	}

}
