package io.github.lockstarter.autoconfigure;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mockito.Mockito;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.redis.connection.RedisConnectionFactory;

import io.github.lockstarter.LockOperations;
import io.github.lockstarter.aspect.RecordingLockOperations;
import io.github.lockstarter.async.AsyncLockOperations;
import io.github.lockstarter.autoconfigure.aspect.LockAspectAutoConfiguration;
import io.github.lockstarter.autoconfigure.async.LockAsyncAutoConfiguration;
import io.github.lockstarter.autoconfigure.reactive.LockReactiveAutoConfiguration;
import io.github.lockstarter.core.LockTemplate;
import io.github.lockstarter.reactive.ReactiveLockOperations;
import io.github.lockstarter.redis.autoconfigure.LockApplication;
import io.github.lockstarter.redis.autoconfigure.RedisLockAutoConfiguration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatException;
import static org.assertj.core.api.Assertions.catchThrowable;

/**
 * Applications that inject locks where there are none: what a person reads.
 */
@ExtendWith(OutputCaptureExtension.class)
@Tag("any-jdk")
class MissingLocksTests {

	@AutoClose
	private static SharedApplication turnedOff;

	@AutoClose
	private static SharedApplication withoutRedis;

	@BeforeAll
	static void start() {
		turnedOff = new SharedApplication(LockApplication.withoutRedis()
			.withConfiguration(
					AutoConfigurations.of(LockAsyncAutoConfiguration.class, LockReactiveAutoConfiguration.class))
			.withPropertyValues("distributed-lock.enabled=off"));
		withoutRedis = new SharedApplication(withoutConnectionFactory());
	}

	@ParameterizedTest
	@ValueSource(classes = { Blocking.class, Template.class, Later.class, Reactive.class })
	void propertyThatTurnsLocksOffIsNamed(Class<?> bean) {
		FailureAnalysis analysis = missedBy(bean, turnedOff);
		assertThat(analysis.getDescription()).startsWith("Parameter 0 of constructor in " + bean.getName())
			.contains("needs a bean of type " + bean.getDeclaredConstructors()[0].getParameterTypes()[0].getName())
			.endsWith("because distributed-lock.enabled is false.");
		assertThat(analysis.getAction()).contains("Set distributed-lock.enabled=true", "ObjectProvider");
	}

	@ParameterizedTest
	@ValueSource(classes = { Blocking.class, Later.class, Reactive.class })
	void missingConnectionFactoryIsNamed(Class<?> bean) {
		FailureAnalysis analysis = missedBy(bean, withoutRedis);
		assertThat(analysis.getDescription()).endsWith("because there is no Redis connection factory.");
		assertThat(analysis.getAction()).contains("spring.data.redis.*", "LettuceConnectionFactory",
				"distributed-lock.enabled=false");
	}

	@Test
	void applicationWithJedisOnlyIsToldToBringLettuce() {
		FailureAnalysis analysis = StartFailure.of(withoutConnectionFactory().withBean(Blocking.class)
			.withClassLoader(new FilteredClassLoader("io.lettuce"))
			.withBean("jedis", RedisConnectionFactory.class, MissingLocksTests::anyConnectionFactory));
		assertThat(analysis.getDescription()).endsWith("; the locks need Lettuce.");
		assertThat(analysis.getAction()).contains("io.lettuce:lettuce-core");
	}

	@Test
	void locksOfTheApplicationThatOtherFacesAreNotMadeFromAreNamed() {
		FailureAnalysis analysis = StartFailure
			.of(withoutConnectionFactory().withBean(RecordingLockOperations.class).withBean(Later.class));
		assertThat(analysis.getDescription()).contains("the application has a LockOperations bean of its own");
		assertThat(analysis.getAction()).contains("Define a bean of type " + AsyncLockOperations.class.getName());
	}

	@Test
	void excludedAutoConfigurationIsNamed() {
		FailureAnalysis analysis = StartFailure.of(new ApplicationContextRunner()
			.withBean("redis", RedisConnectionFactory.class, MissingLocksTests::anyConnectionFactory)
			.withBean(Blocking.class));
		assertThat(analysis.getDescription()).endsWith("because the auto-configuration of the locks was not applied.");
		assertThat(analysis.getAction()).contains("Do not exclude", "--debug");
	}

	@Test
	void otherMissingBeansAreLeftToSpringBoot() {
		FailureAnalysis analysis = missedBy(NeedsSomethingElse.class, withoutRedis);
		assertThat(analysis.getAction()).contains("Consider defining a bean of type");
	}

	@Test
	void wholeStoryIsInTheLog(CapturedOutput output) {
		assertThatException().isThrownBy(
				() -> new SpringApplicationBuilder(Application.class, Blocking.class).web(WebApplicationType.NONE)
					.run("--distributed-lock.enabled=false"));
		assertThat(output).contains("APPLICATION FAILED TO START", "because distributed-lock.enabled is false.")
			.doesNotContain("Consider defining a bean");
	}

	/**
	 * What is said of a bean that cannot be created, as it is of the start that needs it.
	 */
	private static FailureAnalysis missedBy(Class<?> bean, SharedApplication application) {
		ConfigurableApplicationContext context = application.context()
			.getSourceApplicationContext(ConfigurableApplicationContext.class);
		Throwable failure = catchThrowable(() -> context.getBeanFactory().createBean(bean));
		assertThat(failure).as("failure").isNotNull();
		return StartFailure.of(failure, context.getEnvironment(), context.getBeanFactory());
	}

	private static ApplicationContextRunner withoutConnectionFactory() {
		return new ApplicationContextRunner().withConfiguration(AutoConfigurations.of(RedisLockAutoConfiguration.class,
				LockAutoConfiguration.class, LockAspectAutoConfiguration.class, LockAsyncAutoConfiguration.class,
				LockReactiveAutoConfiguration.class));
	}

	private static RedisConnectionFactory anyConnectionFactory() {
		return Mockito.mock(RedisConnectionFactory.class);
	}

	static class Blocking {

		Blocking(LockOperations locks) {
		}

	}

	static class Template {

		Template(LockTemplate locks) {
		}

	}

	static class Later {

		Later(AsyncLockOperations locks) {
		}

	}

	static class Reactive {

		Reactive(ReactiveLockOperations locks) {
		}

	}

	static class NeedsSomethingElse {

		NeedsSomethingElse(Blocking blocking) {
		}

	}

	@Configuration(proxyBeanMethods = false)
	@ImportAutoConfiguration({ RedisLockAutoConfiguration.class, LockAutoConfiguration.class,
			LockAspectAutoConfiguration.class })
	static class Application {

	}

}
