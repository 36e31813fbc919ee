package io.github.lockstarter.compatibility

import io.github.lockstarter.annotation.DistributedLocked
import io.github.lockstarter.test.TestRedis
import java.net.URLClassLoader
import java.nio.file.Path
import java.util.function.Function
import kotlinx.coroutines.flow.Flow
import kotlinx.coroutines.flow.emptyFlow
import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.Test
import org.springframework.boot.WebApplicationType
import org.springframework.boot.autoconfigure.EnableAutoConfiguration
import org.springframework.boot.builder.SpringApplicationBuilder
import org.springframework.context.annotation.Configuration

/**
 * An application with Kotlin's coroutines that lacks what ties them to Reactor. Spring and the starter look for that
 * with their own class loader, so the application has one for all of its classes.
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

	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	open class Application

	/**
	 * Runs behind the class loader: takes the properties of the application, and returns the message of each refusal.
	 */
	class Refusals : Function<Array<String>, List<String>> {

		override fun apply(properties: Array<String>): List<String> =
			SpringApplicationBuilder(Application::class.java).web(WebApplicationType.NONE)
				.run(*properties).use { application ->
					listOf(Suspending::class.java, Flowing::class.java).map { service ->
						val failure = runCatching { application.autowireCapableBeanFactory.createBean(service) }
							.exceptionOrNull()
						generateSequence(failure) { it.cause }.lastOrNull()?.message ?: "$service is not refused"
					}
				}

	}

	@Test
	@Suppress("UNCHECKED_CAST")
	fun suspendingFunctionAndFlowAreRefused() {
		withoutBridge().use { loader ->
			val former = Thread.currentThread().contextClassLoader
			Thread.currentThread().contextClassLoader = loader
			try {
				val isolated = loader.loadClass(Refusals::class.java.name).getDeclaredConstructor().newInstance()
				val refusals = (isolated as Function<Array<String>, List<String>>).apply(arrayOf(
					"--spring.data.redis.host=" + TestRedis.shared().host(),
					"--spring.data.redis.port=" + TestRedis.shared().port()))
				assertThat(refusals).hasSize(2).allSatisfy {
					assertThat(it).contains("a library that is missing").contains("kotlinx-coroutines-reactor")
				}
			} finally {
				Thread.currentThread().contextClassLoader = former
			}
		}
	}

	// What an application of Kotlin has, and these classes.
	private fun withoutBridge(): URLClassLoader {
		val kotlin = ClassPath.ofTheTests().without("(?!kotlin).*|kotlinx-coroutines-reactor.*")
		val tests = Path.of(javaClass.protectionDomain.codeSource.location.toURI())
		val classPath = ClassPath.ofTheStarter().with(kotlin).with(tests)
		return URLClassLoader(classPath.urls(), ClassLoader.getPlatformClassLoader())
	}

}
