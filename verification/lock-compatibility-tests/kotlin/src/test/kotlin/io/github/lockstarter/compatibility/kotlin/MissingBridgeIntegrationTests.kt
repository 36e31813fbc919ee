package io.github.lockstarter.compatibility.kotlin

import io.github.lockstarter.annotation.DistributedLocked
import io.github.lockstarter.test.TestRedis
import kotlinx.coroutines.flow.Flow
import kotlinx.coroutines.flow.emptyFlow
import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.Test
import org.springframework.boot.SpringApplication

/**
 * An application with Kotlin's coroutines that lacks what ties them to Reactor.
 */
class MissingBridgeIntegrationTests {

	open class Suspending {

		@DistributedLocked
		open suspend fun run() {
		}

	}

	open class Flowing {

		@DistributedLocked
		open fun run(): Flow<String> = emptyFlow()

	}

	@Test
	fun suspendingFunctionIsRefusedAtTheStart() = assertRefused(Suspending::class.java)

	@Test
	fun flowIsRefusedAtTheStart() = assertRefused(Flowing::class.java)

	private fun assertRefused(service: Class<*>) {
		val failure = runCatching {
			SpringApplication(KotlinIntegrationTests.Application::class.java, service).run(
				"--spring.data.redis.host=" + TestRedis.shared().host(),
				"--spring.data.redis.port=" + TestRedis.shared().port()).close()
		}.exceptionOrNull()
		assertThat(failure).rootCause().hasMessageContaining("a library that is missing")
			.hasMessageContaining("kotlinx-coroutines-reactor")
	}

}
