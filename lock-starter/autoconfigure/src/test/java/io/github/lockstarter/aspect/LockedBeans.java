package io.github.lockstarter.aspect;

import java.util.List;
import java.util.function.Supplier;

import org.springframework.aop.config.AopConfigUtils;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.beans.factory.support.BeanDefinitionBuilder;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.mock.env.MockEnvironment;

import io.github.lockstarter.key.KeyResolver;
import io.github.lockstarter.key.SpelKeyResolver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

/**
 * Locked beans over recorded locks, without an application context: annotations are read
 * and checked, and proxies are made, as in a {@link LockedApplication}, in a hundredth of
 * the time. Nothing here happens because of the phases of a start.
 */
final class LockedBeans {

	private final MockEnvironment environment = new MockEnvironment();

	private final DefaultListableBeanFactory beanFactory = new DefaultListableBeanFactory();

	private final RecordingLockOperations locks = new RecordingLockOperations();

	private LockedBeans(boolean classProxies) {
		this.beanFactory.addEmbeddedValueResolver(this.environment::resolveRequiredPlaceholders);
		this.beanFactory.registerSingleton("environment", this.environment);
		this.beanFactory.registerSingleton("locks", this.locks);
		KeyResolver keys = new SpelKeyResolver(this.beanFactory);
		LockedExecution execution = new TransactionAwareExecution(() -> true);
		LockedResultKind kind = new BlockingCalls(() -> this.locks, () -> execution);
		DistributedLockSpecs specs = new DistributedLockSpecs(this.beanFactory, () -> keys, () -> List.of(kind));
		registerAdvisor(() -> new DistributedLockAdvisor(specs, new DistributedLockInterceptor(specs, () -> keys), 0));
		AopConfigUtils.registerAspectJAnnotationAutoProxyCreatorIfNecessary(this.beanFactory);
		if (classProxies) {
			AopConfigUtils.forceAutoProxyCreatorToUseClassProxying(this.beanFactory);
		}
		this.beanFactory.addBeanPostProcessor(
				this.beanFactory.getBean(AopConfigUtils.AUTO_PROXY_CREATOR_BEAN_NAME, BeanPostProcessor.class));
		this.beanFactory.addBeanPostProcessor(new LockedBeanPostProcessor(specs, this.beanFactory));
	}

	static LockedBeans withClassProxies() {
		return new LockedBeans(true);
	}

	static LockedBeans withInterfaceProxies() {
		return new LockedBeans(false);
	}

	LockedBeans withProperty(String name, String value) {
		this.environment.setProperty(name, value);
		return this;
	}

	/**
	 * Registers a bean beside the locked ones.
	 */
	LockedBeans withBean(String name, Object bean) {
		this.beanFactory.registerSingleton(name, bean);
		return this;
	}

	RecordingLockOperations locks() {
		return this.locks;
	}

	<T> T create(Class<T> type) {
		return create(type, type);
	}

	/**
	 * Creates a bean.
	 * @param type its class
	 * @param seenAs the class or interface that its callers know
	 */
	<T> T create(Class<? extends T> type, Class<T> seenAs) {
		return create(type.getName(), new RootBeanDefinition(type), seenAs);
	}

	<T> T create(String name, BeanDefinition definition, Class<T> seenAs) {
		this.beanFactory.registerBeanDefinition(name, definition);
		return this.beanFactory.getBean(name, seenAs);
	}

	/**
	 * The reason why a bean cannot be created.
	 */
	InvalidLockedMethodException refusalOf(Class<?> type) {
		return refusalIn(catchThrowable(() -> create(type, Object.class)));
	}

	/**
	 * The refusal among the causes of a failure.
	 */
	static InvalidLockedMethodException refusalIn(Throwable failure) {
		assertThat(failure).as("failure").isNotNull();
		Throwable cause = failure;
		while (!(cause instanceof InvalidLockedMethodException refusal)) {
			assertThat(cause.getCause()).as("cause of " + failure).isNotNull();
			cause = cause.getCause();
		}
		return refusal;
	}

	private void registerAdvisor(Supplier<DistributedLockAdvisor> advisor) {
		this.beanFactory.registerBeanDefinition("advisor",
				BeanDefinitionBuilder.rootBeanDefinition(DistributedLockAdvisor.class, advisor)
					.setRole(BeanDefinition.ROLE_INFRASTRUCTURE)
					.getBeanDefinition());
	}

}
