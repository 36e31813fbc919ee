package io.github.lockstarter.autoconfigure.async;

import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Role;
import org.springframework.core.annotation.Order;
import org.springframework.util.function.SingletonSupplier;

import io.github.lockstarter.aspect.async.StageCalls;
import io.github.lockstarter.async.ApplicationTasks;
import io.github.lockstarter.async.AsyncLockOperations;
import io.github.lockstarter.async.AsyncLockTemplate;
import io.github.lockstarter.autoconfigure.ApplicationLocks;
import io.github.lockstarter.autoconfigure.LockAutoConfiguration;
import io.github.lockstarter.autoconfigure.LocksTurnedOff;
import io.github.lockstarter.runtime.LockRuntime;

/**
 * Auto-configuration for {@link AsyncLockOperations} and annotated methods that return a
 * stage. Backs off from the application's own {@link AsyncLockOperations}.
 */
@AutoConfiguration(after = LockAutoConfiguration.class)
@Conditional(LocksTurnedOff.Not.class)
public final class LockAsyncAutoConfiguration {

	@Bean
	@ConditionalOnBean(ApplicationLocks.class)
	@ConditionalOnMissingBean
	ApplicationTasks distributedLockStarterApplicationTasks(ApplicationLocks locks, BeanFactory beanFactory,
			LockRuntime runtime) {
		return new ApplicationTasksFactory(beanFactory, runtime).create(locks.template().nonBlocking());
	}

	@Bean
	@ConditionalOnBean(ApplicationLocks.class)
	@ConditionalOnMissingBean(AsyncLockOperations.class)
	AsyncLockTemplate distributedLockStarterAsyncTemplate(ApplicationLocks locks, ApplicationTasks tasks) {
		return new AsyncLockTemplate(locks.template().nonBlocking(), tasks);
	}

	@Bean
	@Order(0) // before the kind that takes what is left
	@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
	static StageCalls distributedLockStarterStageCalls(ObjectProvider<AsyncLockOperations> operations,
			ObjectProvider<ApplicationTasks> tasks, ListableBeanFactory beanFactory) {
		return new StageCalls(
				SingletonSupplier.of(operations::getObject), () -> BeanFactoryUtils
					.beanNamesForTypeIncludingAncestors(beanFactory, AsyncLockOperations.class, true, false).length > 0,
				tasks::getIfAvailable);
	}

}
