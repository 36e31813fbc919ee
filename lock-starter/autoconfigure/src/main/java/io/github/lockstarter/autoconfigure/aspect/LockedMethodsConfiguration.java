package io.github.lockstarter.autoconfigure.aspect;

import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.Role;
import org.springframework.core.annotation.Order;
import org.springframework.core.env.Environment;
import org.springframework.util.function.SingletonSupplier;

import io.github.lockstarter.LockOperations;
import io.github.lockstarter.aspect.BlockingCalls;
import io.github.lockstarter.aspect.ContextsWithoutLocks;
import io.github.lockstarter.aspect.DistributedLockAdvisor;
import io.github.lockstarter.aspect.DistributedLockInterceptor;
import io.github.lockstarter.aspect.DistributedLockSpecs;
import io.github.lockstarter.aspect.EarlyLockedBeans;
import io.github.lockstarter.aspect.EventLoopWarning;
import io.github.lockstarter.aspect.LockedBeanPostProcessor;
import io.github.lockstarter.aspect.LockedExecution;
import io.github.lockstarter.aspect.LockedResultKind;
import io.github.lockstarter.aspect.RefusedRequests;
import io.github.lockstarter.autoconfigure.LockProperties;
import io.github.lockstarter.autoconfigure.LocksTurnedOff;
import io.github.lockstarter.key.KeyResolver;
import io.github.lockstarter.key.SpelKeyResolver;
import io.github.lockstarter.store.LockStore;

/**
 * The advice: created early, so without beans of the application or properties.
 */
@Configuration(proxyBeanMethods = false)
@Conditional(LocksTurnedOff.Not.class)
@Import(AutoProxyRegistrar.class)
class LockedMethodsConfiguration {

	@Bean
	@ConditionalOnMissingBean(KeyResolver.class)
	static SpelKeyResolver distributedLockStarterKeyResolver(BeanFactory beanFactory) {
		return new SpelKeyResolver(beanFactory);
	}

	@Bean
	@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
	static DistributedLockSpecs distributedLockStarterSpecs(ConfigurableBeanFactory beanFactory,
			ObjectProvider<KeyResolver> keyResolver, ObjectProvider<LockedResultKind> kinds) {
		return new DistributedLockSpecs(beanFactory, SingletonSupplier.of(keyResolver::getObject),
				SingletonSupplier.of(() -> kinds.orderedStream().toList()));
	}

	@Bean
	@Order // last: takes what is left
	@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
	static BlockingCalls distributedLockStarterBlockingCalls(ObjectProvider<LockOperations> operations,
			ObjectProvider<LockedExecution> execution, ObjectProvider<EventLoopWarning> eventLoops) {
		return new BlockingCalls(SingletonSupplier.of(operations::getObject),
				SingletonSupplier.of(() -> execution.getIfAvailable(() -> LockedExecution.PLAIN)),
				SingletonSupplier.of(() -> eventLoops.getIfAvailable(() -> EventLoopWarning.NONE)));
	}

	@Bean
	@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
	static DistributedLockInterceptor distributedLockStarterInterceptor(DistributedLockSpecs specs,
			ObjectProvider<KeyResolver> keyResolver) {
		return new DistributedLockInterceptor(specs, SingletonSupplier.of(keyResolver::getObject));
	}

	@Bean
	@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
	static DistributedLockAdvisor distributedLockStarterAdvisor(DistributedLockSpecs specs,
			DistributedLockInterceptor interceptor, Environment environment) {
		// the LockProperties bean would be created before its post-processors
		int order = Binder.get(environment)
			.bind("distributed-lock.aspect", LockProperties.Aspect.class)
			.orElseGet(LockProperties.Aspect::new)
			.getOrder();
		return new DistributedLockAdvisor(specs, interceptor, order);
	}

	@Bean
	@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
	static LockedBeanPostProcessor distributedLockStarterBeanPostProcessor(DistributedLockSpecs specs,
			ConfigurableListableBeanFactory beanFactory) {
		return new LockedBeanPostProcessor(specs, beanFactory);
	}

	@Bean
	@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
	static RefusedRequests distributedLockStarterRefusedRequests(DistributedLockSpecs specs,
			ObjectProvider<LockStore> store) {
		return new RefusedRequests(specs, (request) -> {
			LockStore asked = store.getIfUnique();
			return (asked != null) ? asked.objection(request) : null;
		});
	}

	@Bean
	@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
	static ContextsWithoutLocks distributedLockStarterContextsWithoutLocks(
			ConfigurableListableBeanFactory beanFactory) {
		return new ContextsWithoutLocks(beanFactory);
	}

	@Bean
	@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
	static EarlyLockedBeans distributedLockStarterEarlyBeans() {
		return new EarlyLockedBeans();
	}

}
