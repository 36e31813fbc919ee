package io.github.lockstarter.kotlin

import io.github.lockstarter.LockContext
import io.github.lockstarter.LockLostException
import io.github.lockstarter.LockNotAcquiredException
import java.time.Duration as JavaDuration
import kotlin.time.Duration.Companion.ZERO
import kotlin.time.Duration.Companion.milliseconds
import kotlin.time.Duration.Companion.seconds
import org.assertj.core.api.Assertions.assertThat
import org.assertj.core.api.Assertions.assertThatExceptionOfType
import org.assertj.core.api.Assertions.assertThatIllegalArgumentException
import org.assertj.core.api.Assertions.assertThatIllegalStateException
import org.junit.jupiter.api.AutoClose
import org.junit.jupiter.api.Test
import org.junit.jupiter.api.Timeout

@Timeout(120)
class BlockingLocksTests {

	@AutoClose
	private val memory = MemoryLocks()

	private val locks = memory.locks

	@Test
	fun blockRunsUnderItsLock() {
		val token = locks.withLock("order:1") { lease ->
			assertThat(LockContext.current("order:1").map { it.fencingToken() }).hasValue(lease.fencingToken())
			assertThat(memory.isFree("order:1")).isFalse()
			lease.fencingToken()
		}
		assertThat(token).isPositive()
		assertThat(memory.isFree("order:1")).isTrue()
	}

	@Test
	fun resultMayBeNull() {
		val nothing: String? = locks.withLock("order:1") { null }
		assertThat(nothing).isNull()
	}

	@Test
	fun failureOfTheBlockReleases() {
		assertThatIllegalStateException().isThrownBy { locks.withLock("order:1") { error("work") } }.withMessage("work")
		assertThat(memory.isFree("order:1")).isTrue()
	}

	@Test
	fun lossIsThrown() {
		assertThatExceptionOfType(LockLostException::class.java).isThrownBy {
			locks.withLock("order:1") { memory.control.takeAway("order:1") }
		}
	}

	@Test
	fun heldLockIsRefusedOrNull() {
		memory.control.holdElsewhere("order:1").use {
			assertThatExceptionOfType(LockNotAcquiredException::class.java).isThrownBy {
				locks.withLock("order:1", waitTime = ZERO) { throw AssertionError("runs without its lock") }
			}
			val result: String? = locks.tryWithLock("order:1", waitTime = ZERO) { "run" }
			assertThat(result).isNull()
		}
		assertThat(locks.tryWithLock("order:1", waitTime = ZERO) { "run" }).isEqualTo("run")
	}

	@Test
	fun refusalInTheBlockIsNotThatOfItsLock() {
		memory.control.holdElsewhere("order:2").use {
			assertThatExceptionOfType(LockNotAcquiredException::class.java).isThrownBy {
				locks.tryWithLock("order:1") { locks.withLock("order:2", waitTime = ZERO) { "run" } }
			}.satisfies({ assertThat(it.lockName).isEqualTo("order:2") })
		}
		assertThat(memory.isFree("order:1")).isTrue()
	}

	@Test
	fun timesAreThoseOfTheRequest() {
		val request = lockRequest("order:1", waitTime = 1.seconds, leaseTime = 5.seconds)
		assertThat(request.waitTime()).hasValue(JavaDuration.ofSeconds(1))
		assertThat(request.leaseTime()).hasValue(JavaDuration.ofSeconds(5))
		assertThat(lockRequest("order:1").waitTime()).isEmpty()
		assertThat(lockRequest("order:1").leaseTime()).isEmpty()
		assertThatIllegalArgumentException().isThrownBy { lockRequest("order:1", leaseTime = 1.milliseconds) }
		locks.withLock("order:1", leaseTime = 5.seconds) {
			assertThat(it.remaining()).isLessThanOrEqualTo(JavaDuration.ofSeconds(5))
		}
	}

}
