package io.github.lockstarter.aspect;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

import jakarta.validation.ConstraintViolationException;
import jakarta.validation.constraints.NotBlank;
import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.aop.Advisor;
import org.springframework.aop.framework.Advised;
import org.springframework.aop.support.DefaultPointcutAdvisor;
import org.springframework.aop.support.NameMatchMethodPointcut;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.validation.autoconfigure.ValidationAutoConfiguration;
import org.springframework.cache.CacheManager;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.cache.annotation.EnableCaching;
import org.springframework.cache.concurrent.ConcurrentMapCacheManager;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Role;
import org.springframework.core.task.SimpleAsyncTaskExecutor;
import org.springframework.resilience.annotation.EnableResilientMethods;
import org.springframework.resilience.annotation.Retryable;
import org.springframework.scheduling.annotation.Async;
import org.springframework.scheduling.annotation.EnableAsync;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.validation.annotation.Validated;

import io.github.lockstarter.LockContext;
import io.github.lockstarter.LockNotAcquiredException;
import io.github.lockstarter.annotation.DistributedLocked;
import io.github.lockstarter.autoconfigure.SharedApplication;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * The place of the lock among the other advice on a method, with the default order.
 */
class AdviceOrderTests {

	@AutoClose
	private static SharedApplication application;

	@BeforeAll
	static void start() {
		application = new SharedApplication(TransactionalApplication.with(Everything.class, Config.class)
			.withConfiguration(AutoConfigurations.of(ValidationAutoConfiguration.class)));
	}

	@Test
	void orderFromTheOutsideToTheInside() throws Exception {
		run((context) -> {
			Advised proxy = (Advised) context.getBean(Everything.class);
			assertThat(proxy.getAdvisors()).extracting((advisor) -> advisor.getAdvice().getClass().getSimpleName())
				.containsExactly("AnnotationAsyncExecutionInterceptor", "RetryAnnotationInterceptor", "SecurityStandIn",
						"DistributedLockInterceptor", "CacheInterceptor", "TransactionInterceptor",
						"MethodValidationInterceptor");
		});
	}

	@Test
	void securityRefusesBeforeTheLockIsTaken() throws Exception {
		run((context) -> {
			assertThatExceptionOfType(SecurityException.class)
				.isThrownBy(() -> context.getBean(Everything.class).forbidden());
			assertThat(locks(context).requests()).isEmpty();
		});
	}

	@Test
	void transactionBeginsInsideTheLock() throws Exception {
		run((context) -> {
			context.getBean(Everything.class)
				.transactional(
						() -> assertThat(TransactionSynchronizationManager.isActualTransactionActive()).isTrue());
			// a transaction outside would have asked twice
			assertThat(locks(context).requestedNames()).containsExactly("tx");
		});
	}

	@Test
	void cacheIsAskedInsideTheLock() throws Exception {
		run((context) -> {
			Everything bean = context.getBean(Everything.class);
			assertThat(bean.cached("ann")).isEqualTo(bean.cached("ann"));
			assertThat(bean.runs()).isOne();
			assertThat(locks(context).requestedNames()).containsExactly("cache:ann", "cache:ann");
		});
	}

	@Test
	void argumentsAreValidatedInsideTheLock() throws Exception {
		run((context) -> {
			assertThatExceptionOfType(ConstraintViolationException.class)
				.isThrownBy(() -> context.getBean(Everything.class).validated("x", ""));
			assertThat(locks(context).events()).containsExactly("acquired valid:x", "freed valid:x");
		});
	}

	@Test
	void eachAttemptOfARetryTakesTheLock() throws Exception {
		run((context) -> {
			assertThatExceptionOfType(IllegalStateException.class)
				.isThrownBy(() -> context.getBean(Everything.class).retried());
			assertThat(locks(context).events()).containsExactly("acquired retry", "freed retry", "acquired retry",
					"freed retry", "acquired retry", "freed retry");
		});
	}

	@Test
	void lockThatAnotherHoldsIsRetried() throws Exception {
		run((context) -> {
			locks(context).heldByAnother("retry");
			assertThatExceptionOfType(LockNotAcquiredException.class)
				.isThrownBy(() -> context.getBean(Everything.class).retried());
			assertThat(locks(context).requests()).hasSize(3);
		});
	}

	@Test
	void asynchronousMethodTakesTheLockOnItsOwnThread() throws Exception {
		run((context) -> {
			CompletableFuture<Thread> worker = new CompletableFuture<>();
			context.getBean(Everything.class).asynchronous(worker);
			assertThat(worker.get(120, TimeUnit.SECONDS)).isNotEqualTo(Thread.currentThread());
			locks(context).awaitFreed("async");
			assertThat(locks(context).events()).containsExactly("acquired async", "freed async");
		});
	}

	private static RecordingLockOperations locks(ApplicationContext context) {
		return context.getBean(RecordingLockOperations.class);
	}

	private static void run(Check test) throws Exception {
		locks(application.context()).reset();
		test.run(application.context());
	}

	private interface Check {

		void run(ApplicationContext context) throws Exception;

	}

	@Configuration(proxyBeanMethods = false)
	@EnableAsync(proxyTargetClass = true)
	@EnableCaching(proxyTargetClass = true)
	@EnableResilientMethods(proxyTargetClass = true)
	static class Config {

		@Bean
		CacheManager cacheManager() {
			return new ConcurrentMapCacheManager();
		}

		@Bean
		Executor taskExecutor() {
			return new SimpleAsyncTaskExecutor("async-");
		}

		@Bean
		@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
		static Advisor security() {
			NameMatchMethodPointcut pointcut = new NameMatchMethodPointcut();
			pointcut.setMappedName("forbidden");
			DefaultPointcutAdvisor advisor = new DefaultPointcutAdvisor(pointcut, new SecurityStandIn());
			advisor.setOrder(500); // AuthorizationInterceptorsOrder.POST_AUTHORIZE
			return advisor;
		}

	}

	static class SecurityStandIn implements MethodInterceptor {

		@Override
		public Object invoke(MethodInvocation invocation) {
			throw new SecurityException("forbidden");
		}

	}

	@Validated
	public static class Everything {

		private int runs;

		int runs() {
			return this.runs;
		}

		@DistributedLocked(name = "forbidden")
		public void forbidden() {
		}

		@Transactional
		@DistributedLocked(name = "tx")
		public void transactional(Runnable check) {
			check.run();
		}

		@Cacheable("names")
		@DistributedLocked(name = "cache", key = "#id")
		public String cached(String id) {
			this.runs++;
			return id + this.runs;
		}

		@DistributedLocked(name = "valid", key = "#id")
		public void validated(String id, @NotBlank String text) {
		}

		@Retryable(maxRetries = 2, delay = 1)
		@DistributedLocked(name = "retry", waitTime = "0")
		public void retried() {
			throw new IllegalStateException("again");
		}

		@Async
		@DistributedLocked(name = "async")
		public void asynchronous(CompletableFuture<Thread> worker) {
			assertThat(LockContext.current()).isPresent();
			worker.complete(Thread.currentThread());
		}

	}

}
