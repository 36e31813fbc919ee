package io.github.lockstarter.autoconfigure.aspect;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.BeanCreationException;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.context.annotation.ImportCandidates;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;
import org.springframework.transaction.support.TransactionSynchronizationManager;

import io.github.lockstarter.annotation.DistributedLocked;
import io.github.lockstarter.aspect.DistributedLockAdvisor;
import io.github.lockstarter.aspect.InvalidLockedMethodException;
import io.github.lockstarter.aspect.LockedApplication;
import io.github.lockstarter.aspect.RecordingLockOperations;
import io.github.lockstarter.aspect.TransactionAwareExecution;
import io.github.lockstarter.key.KeyResolver;
import io.github.lockstarter.key.LockedMethod;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for {@link LockAspectAutoConfiguration}.
 */
@ExtendWith(OutputCaptureExtension.class)
class LockAspectAutoConfigurationTests {

	@Test
	void locksAnnotatedMethodsWithoutAnyConfiguration() {
		LockedApplication.with(Users.class).run((context) -> {
			context.getBean(Users.class).register("ann");
			assertThat(context.getBean(RecordingLockOperations.class).requestedNames()).containsExactly("users:ann");
		});
	}

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void locksWhereAutoProxyingIsTurnedOff(boolean classProxies) {
		LockedApplication.with(Users.class)
			.withPropertyValues("spring.aop.auto=false", "spring.aop.proxy-target-class=" + classProxies)
			.run((context) -> {
				Registration users = context.getBean(Registration.class);
				assertThat(AopUtils.isCglibProxy(users)).isEqualTo(classProxies);
				users.register("ann");
				assertThat(context.getBean(RecordingLockOperations.class).requestedNames())
					.containsExactly("users:ann");
			});
	}

	@Test
	void locksWithoutSpringTransactions() {
		LockedApplication.with(Users.class)
			.withClassLoader(new FilteredClassLoader(TransactionSynchronizationManager.class))
			.withPropertyValues("spring.aop.proxy-target-class=false")
			.run((context) -> {
				assertThat(context).doesNotHaveBean(TransactionAwareExecution.class);
				context.getBean(Registration.class).register("ann");
				assertThat(context.getBean(RecordingLockOperations.class).requestedNames())
					.containsExactly("users:ann");
			});
	}

	@Test
	void keyResolverOfTheApplicationIsUsed() {
		LockedApplication.with(Users.class, OwnKeys.class).run((context) -> {
			assertThat(context).hasSingleBean(KeyResolver.class);
			context.getBean(Users.class).register("ann");
			assertThat(context.getBean(RecordingLockOperations.class).requestedNames()).containsExactly("users:own");
		});
	}

	@Test
	void noBeanIsCreatedTooEarlyForItsPostProcessors(CapturedOutput output) {
		LockedApplication.with(Users.class, OwnKeys.class, LatePostProcessor.class)
			.run((context) -> assertThat(context).hasNotFailed());
		assertThat(output).doesNotContain("not eligible for getting processed");
	}

	@Test
	void methodsRunWithoutLockWhereLocksAreTurnedOff(CapturedOutput output) {
		application("off").run((context) -> {
			assertThat(context).doesNotHaveBean(DistributedLockAdvisor.class);
			assertThat(AopUtils.isAopProxy(context.getBean(Users.class))).isFalse();
			context.getBean(Users.class).register("ann");
		});
		assertThat(output)
			.containsOnlyOnce("methods annotated with @DistributedLocked run WITHOUT a lock, number of methods: 3");
	}

	@Test
	void turnedOffWithoutAnnotatedMethodsIsNotWorthAWarning(CapturedOutput output) {
		LockedApplication.withoutLocks()
			.withPropertyValues("distributed-lock.enabled=false")
			.run((context) -> assertThat(context).hasNotFailed());
		assertThat(output).doesNotContain("WITHOUT a lock");
	}

	@Test
	void methodsAreLockedWhereLocksAreTurnedOn() {
		application("on").withBean(RecordingLockOperations.class)
			.run((context) -> assertThat(context).hasSingleBean(DistributedLockAdvisor.class));
	}

	@Test
	void nonsenseInsteadOfOnOrOffStopsTheStart() {
		application("perhaps").run((context) -> assertThat(context).hasFailed());
	}

	@Test
	void failureIsAnalyzed() {
		LockedApplication.withoutLocks(Users.class).run((context) -> {
			FailureAnalysis analysis = new InvalidLockedMethodFailureAnalyzer().analyze(context.getStartupFailure());
			assertThat(analysis.getDescription()).isEqualTo("The method " + Users.class.getName()
					+ ".register(String) is annotated with @DistributedLocked, but it cannot be locked, because there is no "
					+ "LockOperations bean.");
			assertThat(analysis.getAction()).startsWith("Configure where the locks are kept");
			assertThat(analysis.getCause()).isInstanceOf(InvalidLockedMethodException.class);
		});
	}

	@Test
	void failureIsPrintedByAStartingApplication(CapturedOutput output) {
		SpringApplicationBuilder application = new SpringApplicationBuilder(Users.class,
				LockAspectAutoConfiguration.class)
			.web(WebApplicationType.NONE);
		assertThatExceptionOfType(BeanCreationException.class).isThrownBy(application::run);
		assertThat(output).contains("APPLICATION FAILED TO START", "register(String) is annotated with",
				"Configure where the locks are kept (distributed-lock.store). Redis needs a connection factory");
	}

	@Test
	void isFoundBySpringBoot() {
		assertThat(ImportCandidates.load(AutoConfiguration.class, null))
			.contains(LockAspectAutoConfiguration.class.getName());
	}

	private static ApplicationContextRunner application(String enabled) {
		return LockedApplication.withoutLocks(Users.class, Unused.class)
			.withPropertyValues("distributed-lock.enabled=" + enabled);
	}

	public interface Registration {

		void register(String userName);

	}

	static class Users implements Registration {

		@Override
		@DistributedLocked(name = "users", key = "#userName")
		public void register(String userName) {
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class Unused {

		@Bean
		@Lazy
		Lazily lazily() {
			throw new IllegalStateException("nobody needs it");
		}

	}

	static class Lazily {

		@DistributedLocked
		void one() {
		}

		@DistributedLocked
		void two() {
		}

	}

	static class OwnKeys implements KeyResolver {

		@Override
		public void validate(LockedMethod method, String expression) {
		}

		@Override
		public String resolveKey(LockedMethod method, String expression, Object target, Object[] arguments) {
			return "own";
		}

		@Override
		public boolean resolveCondition(LockedMethod method, String expression, Object target, Object[] arguments) {
			return true;
		}

	}

	/**
	 * Is created when there is an auto-proxy creator already, which then asks for its
	 * advisors.
	 */
	static class LatePostProcessor implements BeanPostProcessor {

	}

}
