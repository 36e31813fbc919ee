package io.github.lockstarter.autoconfigure.reactive;

import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Role;
import org.springframework.core.annotation.Order;
import org.springframework.transaction.reactive.TransactionSynchronizationManager;
import org.springframework.util.function.SingletonSupplier;
import reactor.core.publisher.Flux;
import reactor.core.scheduler.Schedulers;

import io.github.lockstarter.aspect.EventLoopWarning;
import io.github.lockstarter.aspect.reactive.ApplicationThread;
import io.github.lockstarter.aspect.reactive.LockedPublication;
import io.github.lockstarter.aspect.reactive.PublisherCalls;
import io.github.lockstarter.aspect.reactive.TransactionAwarePublication;
import io.github.lockstarter.async.ApplicationTasks;
import io.github.lockstarter.autoconfigure.ApplicationLocks;
import io.github.lockstarter.autoconfigure.LockProperties;
import io.github.lockstarter.autoconfigure.LocksTurnedOff;
import io.github.lockstarter.autoconfigure.async.LockAsyncAutoConfiguration;
import io.github.lockstarter.reactive.ReactiveLockOperations;
import io.github.lockstarter.reactive.ReactiveLockTemplate;

/**
 * Auto-configuration for {@link ReactiveLockOperations} and annotated methods that return
 * a reactive type. Backs off from the application's own {@link ReactiveLockOperations}.
 */
@AutoConfiguration(after = LockAsyncAutoConfiguration.class)
@ConditionalOnClass(Flux.class)
@Conditional(LocksTurnedOff.Not.class)
public final class LockReactiveAutoConfiguration {

	@Bean
	@ConditionalOnBean(ApplicationLocks.class)
	@ConditionalOnMissingBean(ReactiveLockOperations.class)
	ReactiveLockTemplate distributedLockStarterReactiveTemplate(ApplicationLocks locks, ApplicationTasks tasks) {
		return new ReactiveLockTemplate(locks.template().nonBlocking(), tasks);
	}

	@Bean
	@Order(0) // before the kind that takes what is left
	@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
	static PublisherCalls distributedLockStarterPublisherCalls(ObjectProvider<LockedPublication> publication,
			ObjectProvider<ReactiveLockOperations> operations, ObjectProvider<ApplicationTasks> tasks,
			ListableBeanFactory beanFactory) {
		return new PublisherCalls(
				SingletonSupplier
					.of(() -> publication.getIfAvailable(() -> LockedPublication.plain(operations.getObject()))),
				() -> BeanFactoryUtils.beanNamesForTypeIncludingAncestors(beanFactory, ReactiveLockOperations.class,
						true, false).length > 0,
				new ApplicationThread(tasks::getIfAvailable));
	}

	@Bean
	@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
	static EventLoopWarning distributedLockStarterEventLoopWarning() {
		return new EventLoopWarning(Schedulers::isInNonBlockingThread);
	}

	@Configuration(proxyBeanMethods = false)
	@ConditionalOnClass(TransactionSynchronizationManager.class)
	static class ReactiveTransactionConfiguration {

		@Bean
		TransactionAwarePublication distributedLockStarterTransactionAwarePublication(
				ObjectProvider<ReactiveLockOperations> operations, ObjectProvider<LockProperties> properties,
				ObjectProvider<ApplicationTasks> tasks) {
			return new TransactionAwarePublication(SingletonSupplier.of(operations::getObject),
					() -> properties.getObject().isReleaseAfterTransaction(),
					new ApplicationThread(tasks::getIfAvailable));
		}

	}

}
