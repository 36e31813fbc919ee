package io.github.lockstarter.aspect;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

import org.springframework.aop.SpringProxy;
import org.springframework.aop.config.AopConfigUtils;
import org.springframework.aop.framework.Advised;
import org.springframework.aop.framework.AopInfrastructureBean;
import org.springframework.aop.framework.ProxyConfig;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.config.SmartInstantiationAwareBeanPostProcessor;
import org.springframework.core.Ordered;

import io.github.lockstarter.LockOperations;
import io.github.lockstarter.key.LockedMethod;

/**
 * Refuses, when a bean is created, each annotated method of it that would not be locked
 * as its annotation says: what the annotation asks for cannot work, no proxy reaches the
 * method, the proxy lacks the lock, or there is nothing to lock with. Raises
 * {@link InvalidLockedMethodException}.
 *
 * <p>
 * Stands right behind the auto-proxy creator, so that it sees the proxy before somebody
 * else wraps it.
 */
public final class LockedBeanPostProcessor
		implements SmartInstantiationAwareBeanPostProcessor, SmartInitializingSingleton, Ordered {

	private static final String WRAPPED = "Let Spring's auto-proxying handle the bean: do not wrap it before, and do "
			+ "not create it as a dependency of an advisor.";

	private final DistributedLockSpecs specs;

	private final ConfigurableListableBeanFactory beanFactory;

	/**
	 * Beans of a cycle: their proxy was handed out before they were initialised, and what
	 * arrives after the initialisation is the bare object.
	 */
	private final Set<String> checkedEarly = ConcurrentHashMap.newKeySet();

	/**
	 * Creates the post-processor.
	 * @param specs what the annotations say
	 * @param beanFactory where the lock operations are
	 */
	public LockedBeanPostProcessor(DistributedLockSpecs specs, ConfigurableListableBeanFactory beanFactory) {
		this.specs = specs;
		this.beanFactory = beanFactory;
	}

	@Override
	public int getOrder() {
		return HIGHEST_PRECEDENCE + 1;
	}

	@Override
	public Object postProcessBeforeInitialization(Object bean, String beanName) {
		if (!(bean instanceof AopInfrastructureBean)) {
			Class<?> targetClass = AopUtils.getTargetClass(bean);
			List<LockAnnotations.Found> annotated = this.specs.annotated(targetClass);
			if (!annotated.isEmpty()) {
				boolean classProxies = hasClassProxies();
				annotated.forEach((found) -> ProxyReach.check(found, targetClass, classProxies));
				check(annotated, targetClass);
			}
		}
		return bean;
	}

	@Override
	public Object getEarlyBeanReference(Object bean, String beanName) {
		checkProxy(bean, "the proxy of its bean lacks it", WRAPPED);
		this.checkedEarly.add(beanName);
		return bean;
	}

	@Override
	public Object postProcessAfterInitialization(Object bean, String beanName) {
		if (!this.checkedEarly.remove(beanName)) {
			checkProxy(bean, "the proxy of its bean lacks it", WRAPPED);
		}
		return bean;
	}

	/**
	 * Looks at objects that were put into the context ready-made, which no post-processor
	 * sees. Those in the place of a bean definition are left alone: they are the mocks of
	 * a test.
	 */
	@Override
	public void afterSingletonsInstantiated() {
		for (String name : this.beanFactory.getSingletonNames()) {
			Object singleton = this.beanFactory.containsBeanDefinition(name) ? null
					: this.beanFactory.getSingleton(name);
			if (singleton != null) {
				checkProxy(singleton, "its bean '" + name + "' was registered as a ready-made object",
						"Register it with a bean definition, such as a @Bean method, so that it gets its proxy.");
			}
		}
	}

	private void checkProxy(Object bean, String lacking, String action) {
		if (bean instanceof AopInfrastructureBean) {
			return; // a scoped proxy: its target is checked when it is created
		}
		Class<?> targetClass = AopUtils.getTargetClass(bean);
		List<LockAnnotations.Found> annotated = this.specs.annotated(targetClass);
		if (annotated.isEmpty()) {
			return;
		}
		if (!isAdvised(bean)) {
			throw new InvalidLockedMethodException(nameOf(annotated, targetClass),
					"would run without its lock, because " + lacking, action, null);
		}
		annotated.forEach((found) -> ProxyReach.checkProxy(found, bean, targetClass));
		check(annotated, targetClass); // what a factory bean made was not seen before
	}

	private void check(List<LockAnnotations.Found> annotated, Class<?> targetClass) {
		annotated.forEach((found) -> this.specs.of(found, targetClass));
		if (Stream.of(false, true).allMatch(this::noOperations)) {
			throw new InvalidLockedMethodException(nameOf(annotated, targetClass),
					"cannot be locked, because there is no LockOperations bean",
					"Configure Redis (spring.data.redis.*), or define a LockOperations bean. To run without locks "
							+ "set distributed-lock.enabled=false.",
					null);
		}
	}

	private boolean noOperations(boolean allowEagerInit) {
		return BeanFactoryUtils.beanNamesForTypeIncludingAncestors(this.beanFactory, LockOperations.class, true,
				allowEagerInit).length == 0;
	}

	private boolean hasClassProxies() {
		return this.beanFactory.containsBean(AopConfigUtils.AUTO_PROXY_CREATOR_BEAN_NAME)
				&& this.beanFactory.getBean(AopConfigUtils.AUTO_PROXY_CREATOR_BEAN_NAME, ProxyConfig.class)
					.isProxyTargetClass();
	}

	private static boolean isAdvised(Object bean) {
		if (bean instanceof Advised advised) {
			return Stream.of(advised.getAdvisors()).anyMatch(DistributedLockAdvisor.class::isInstance);
		}
		return bean instanceof SpringProxy; // opaque: does not show its advice
	}

	private static String nameOf(List<LockAnnotations.Found> annotated, Class<?> targetClass) {
		return LockedMethod.describe(annotated.get(0).method(), targetClass);
	}

}
