package io.github.lockstarter.aspect;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.springframework.aop.SpringProxy;
import org.springframework.aop.config.AopConfigUtils;
import org.springframework.aop.framework.Advised;
import org.springframework.aop.framework.ProxyConfig;
import org.springframework.aop.framework.autoproxy.AutoProxyUtils;
import org.springframework.aop.scope.ScopedObject;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.config.SmartInstantiationAwareBeanPostProcessor;
import org.springframework.core.Conventions;
import org.springframework.core.Ordered;
import org.springframework.util.ClassUtils;

import io.github.lockstarter.LockOperations;
import io.github.lockstarter.key.LockedMethod;

/**
 * Refuses annotated methods that their proxy would not lock. Comes directly after the
 * auto-proxy creator, to see the proxy before another post-processor wraps it.
 */
public final class LockedBeanPostProcessor
		implements SmartInstantiationAwareBeanPostProcessor, SmartInitializingSingleton, Ordered {

	private static final String WRAPPED = "Let Spring's auto-proxying handle the bean: do not wrap it before, and do "
			+ "not create it as a dependency of an advisor.";

	// a constant of AutoProxyUtils since Spring Framework 7
	private static final String EXPOSED_INTERFACES = Conventions.getQualifiedAttributeName(AutoProxyUtils.class,
			"exposedInterfaces");

	private final DistributedLockSpecs specs;

	private final ConfigurableListableBeanFactory beanFactory;

	// Beans of a cycle expose their proxy early; later only the bare object is seen.
	private final Set<String> checkedEarly = ConcurrentHashMap.newKeySet();

	// Kept because a bean that is wrapped before its proxy is made hides its class.
	private final Map<String, Class<?>> created = new ConcurrentHashMap<>();

	public LockedBeanPostProcessor(DistributedLockSpecs specs, ConfigurableListableBeanFactory beanFactory) {
		this.specs = specs;
		this.beanFactory = beanFactory;
	}

	@Override
	public int getOrder() {
		return HIGHEST_PRECEDENCE + 1;
	}

	@Override
	public boolean postProcessAfterInstantiation(Object bean, String beanName) {
		Class<?> targetClass = AopUtils.getTargetClass(bean);
		if (this.specs.annotated(targetClass).isEmpty()) {
			this.created.remove(beanName);
		}
		else {
			this.created.put(beanName, targetClass);
		}
		return true;
	}

	@Override
	public Object postProcessBeforeInitialization(Object bean, String beanName) {
		Class<?> targetClass = this.created.getOrDefault(beanName, AopUtils.getTargetClass(bean));
		List<LockAnnotations.Found> annotated = this.specs.annotated(targetClass);
		if (!annotated.isEmpty()) {
			BeanDefinition definition = this.beanFactory.containsBeanDefinition(beanName)
					? this.beanFactory.getMergedBeanDefinition(beanName) : null;
			boolean classProxies = hasClassProxies(beanName, definition);
			annotated.forEach((found) -> ProxyReach.check(found, targetClass, classProxies));
			annotated.forEach((found) -> LifecycleMethods.check(found, targetClass, definition));
			check(annotated, targetClass);
			dependOnLocks(beanName);
		}
		else if (LockAnnotations.areOnType(targetClass)) {
			throw new InvalidLockedMethodException(ClassUtils.getUserClass(targetClass).getName(),
					"has no method that the annotation covers",
					"Remove the annotation, or put it on the class or interface that declares the methods. It covers "
							+ "methods that are neither static nor private, and no @Bean methods.",
					null);
		}
		return bean;
	}

	// The destruction of the bean may end a locked call, so the locks stop after it; a
	// proxy requests them at its first call only, so Spring does not know the dependency.
	private void dependOnLocks(String beanName) {
		for (String locks : this.beanFactory.getBeanNamesForType(LockOperations.class, true, false)) {
			this.beanFactory.registerDependentBean(locks, beanName);
		}
	}

	@Override
	public Object getEarlyBeanReference(Object bean, String beanName) {
		checkProxy(bean, this.created.get(beanName), "the proxy of its bean lacks it", WRAPPED);
		this.checkedEarly.add(beanName);
		return bean;
	}

	@Override
	public Object postProcessAfterInitialization(Object bean, String beanName) {
		Class<?> targetClass = this.created.remove(beanName);
		if (!this.checkedEarly.remove(beanName)) {
			checkProxy(bean, targetClass, "the proxy of its bean lacks it", WRAPPED);
		}
		return bean;
	}

	// Ready-made objects, which no post-processor sees. Those that replace a bean
	// definition are the mocks of a test.
	@Override
	public void afterSingletonsInstantiated() {
		for (String name : this.beanFactory.getSingletonNames()) {
			Object singleton = this.beanFactory.containsBeanDefinition(name) ? null
					: this.beanFactory.getSingleton(name);
			if (singleton != null) {
				checkProxy(singleton, null, "its bean '" + name + "' was registered as a ready-made object",
						"Register it with a bean definition, such as a @Bean method, so that it gets its proxy.");
			}
		}
	}

	private void checkProxy(Object bean, @Nullable Class<?> created, String lacking, String action) {
		if (bean instanceof ScopedObject) {
			return; // its target is checked when it is created
		}
		Class<?> seen = AopUtils.getTargetClass(bean);
		Class<?> targetClass = (created != null) ? created : seen;
		List<LockAnnotations.Found> annotated = this.specs.annotated(targetClass);
		if (annotated.isEmpty()) {
			return;
		}
		if (!isAdvised(bean, annotated, ClassUtils.getUserClass(targetClass).isAssignableFrom(seen))) {
			throw new InvalidLockedMethodException(nameOf(annotated, targetClass),
					"would run without its lock, because " + lacking, action, null);
		}
		annotated.forEach((found) -> ProxyReach.checkProxy(found, bean, targetClass));
		check(annotated, targetClass); // for factory beans, too
	}

	private void check(List<LockAnnotations.Found> annotated, Class<?> targetClass) {
		annotated.forEach((found) -> this.specs.of(found, targetClass));
		if (Stream.of(false, true).allMatch(this::noOperations)) {
			throw new InvalidLockedMethodException(nameOf(annotated, targetClass),
					"cannot be locked, because there is no LockOperations bean",
					"Configure where the locks are kept (distributed-lock.store). Redis needs a connection factory: set "
							+ "spring.data.redis.* and do not exclude Spring Boot's auto-configuration of it, or define a "
							+ "LettuceConnectionFactory bean. Or define a LockOperations bean. To run without locks set distributed-lock.enabled=false.",
					null);
		}
	}

	private boolean noOperations(boolean allowEagerInit) {
		return BeanFactoryUtils.beanNamesForTypeIncludingAncestors(this.beanFactory, LockOperations.class, true,
				allowEagerInit).length == 0;
	}

	private boolean hasClassProxies(String beanName, @Nullable BeanDefinition definition) {
		if (AutoProxyUtils.shouldProxyTargetClass(this.beanFactory, beanName)) {
			return true;
		}
		return (definition == null || !definition.hasAttribute(EXPOSED_INTERFACES))
				&& autoProxyCreator(ProxyConfig::isProxyTargetClass);
	}

	private boolean autoProxyCreator(Predicate<ProxyConfig> asked) {
		return this.beanFactory.containsBean(AopConfigUtils.AUTO_PROXY_CREATOR_BEAN_NAME)
				&& asked.test(this.beanFactory.getBean(AopConfigUtils.AUTO_PROXY_CREATOR_BEAN_NAME, ProxyConfig.class));
	}

	// a wrapper between proxy and bean hides all annotations but those of interfaces
	private boolean isAdvised(Object bean, List<LockAnnotations.Found> annotated, boolean seesTheBean) {
		if (bean instanceof Advised advised) {
			return Stream.of(advised.getAdvisors()).anyMatch(DistributedLockAdvisor.class::isInstance) && (seesTheBean
					|| annotated.stream().allMatch((found) -> found.annotated().getDeclaringClass().isInterface()));
		}
		return bean instanceof SpringProxy && autoProxyCreator(ProxyConfig::isOpaque);
	}

	private static String nameOf(List<LockAnnotations.Found> annotated, Class<?> targetClass) {
		return LockedMethod.describe(annotated.get(0).method(), targetClass);
	}

}
