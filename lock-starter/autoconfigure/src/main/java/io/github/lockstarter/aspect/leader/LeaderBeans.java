package io.github.lockstarter.aspect.leader;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.springframework.aop.framework.Advised;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.context.SmartLifecycle;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.scheduling.annotation.Schedules;
import org.springframework.util.ClassUtils;

import io.github.lockstarter.key.LockedMethod;
import io.github.lockstarter.leader.DistributedLeader;
import io.github.lockstarter.leader.LeaderElection;
import io.github.lockstarter.leader.LeaderListener;

/**
 * Joins the leaderships of all annotated beans and methods when the beans are created,
 * and refuses those that could not follow theirs.
 */
public final class LeaderBeans implements SmartInitializingSingleton {

	private final ConfigurableListableBeanFactory beanFactory;

	private final Supplier<@Nullable LeaderElection> election;

	private final LedMethods methods;

	private final String lifecycle;

	private final Map<String, String> elements = new HashMap<>();

	/**
	 * Creates the post-processor.
	 * @param beanFactory where the annotated beans are
	 * @param election the election; null if there is none
	 * @param methods the advice for annotated methods
	 * @param lifecycle the name of the bean that stops the leaderships, before Spring
	 * stops the annotated beans
	 */
	public LeaderBeans(ConfigurableListableBeanFactory beanFactory, Supplier<@Nullable LeaderElection> election,
			LedMethods methods, String lifecycle) {
		this.beanFactory = beanFactory;
		this.election = election;
		this.methods = methods;
		this.lifecycle = lifecycle;
	}

	@Override
	public void afterSingletonsInstantiated() {
		for (String name : this.beanFactory.getBeanNamesForAnnotation(DistributedLeader.class)) {
			DistributedLeader annotation = this.beanFactory.findAnnotationOnBean(name, DistributedLeader.class);
			if (annotation != null) {
				joinBean(name, annotation);
			}
		}
		for (String name : this.beanFactory.getBeanDefinitionNames()) {
			Class<?> type = this.beanFactory.getType(name, false);
			if (type != null && LedMethods.mayBeOn(type)) {
				Class<?> userClass = ClassUtils.getUserClass(type);
				LedMethods.in(userClass)
					.forEach((method, annotation) -> joinMethod(name, userClass, method, annotation));
			}
		}
	}

	private void joinBean(String name, DistributedLeader annotation) {
		Class<?> type = this.beanFactory.getType(name, false);
		String element = "bean '" + name + "'"
				+ ((type != null) ? " (" + ClassUtils.getUserClass(type).getName() + ")" : "");
		LeaderSpec spec = LeaderSpec.of(element, annotation, this.beanFactory);
		requireSingleton(name, spec);
		Object bean = this.beanFactory.getBean(name);
		join(spec, LedBean.of(spec, bean));
		if (bean instanceof SmartLifecycle) {
			this.beanFactory.registerDependentBean(name, this.lifecycle);
		}
	}

	private void joinMethod(String name, Class<?> userClass, Method method, DistributedLeader annotation) {
		LeaderSpec spec = LeaderSpec.of(LockedMethod.describe(method, userClass), annotation, this.beanFactory);
		requireSingleton(name, spec);
		if (AnnotatedElementUtils.getMergedRepeatableAnnotations(method, Scheduled.class, Schedules.class).isEmpty()) {
			throw spec.refused("is neither a @Scheduled nor a @Bean method",
					"Put the annotation on a @Scheduled method, or on a bean with start and stop. In other code ask "
							+ "Leadership.isLeader().");
		}
		if (spec.namesMethods()) {
			throw spec.refused("has an initMethod or destroyMethod, which a method cannot use", "Remove them.");
		}
		if (method.getReturnType() != void.class) {
			throw spec.refused(
					"has a result of type " + method.getReturnType().getSimpleName()
							+ ", which could be work that goes on after the method has returned",
					"Let it return void.");
		}
		if (Modifier.isPrivate(method.getModifiers()) || Modifier.isStatic(method.getModifiers())
				|| Modifier.isFinal(method.getModifiers()) || !isAdvised(this.beanFactory.getBean(name), method)) {
			throw spec.refused("would run on every instance, because the proxy of its bean cannot intercept it",
					"Make it public, not static and not final, in a class that is not final, and let Spring's "
							+ "auto-proxying handle the bean.");
		}
		LedMethod led = new LedMethod();
		this.methods.add(method, userClass, led);
		join(spec, led);
	}

	private static boolean isAdvised(Object bean, Method method) {
		if (!(bean instanceof Advised advised)
				|| Stream.of(advised.getAdvisors()).noneMatch(LedMethods.class::isInstance)) {
			return false;
		}
		try {
			AopUtils.selectInvocableMethod(method, bean.getClass());
			return true;
		}
		catch (IllegalStateException ex) {
			return false; // in no interface of a JDK proxy
		}
	}

	private void requireSingleton(String name, LeaderSpec spec) {
		if (this.beanFactory.isSingleton(name)) {
			return;
		}
		String scope = this.beanFactory.containsBeanDefinition(name)
				? this.beanFactory.getMergedBeanDefinition(name).getScope() : "";
		String named = (scope == null || scope.isEmpty()) ? BeanDefinition.SCOPE_PROTOTYPE : scope;
		throw spec.refused(
				"is no singleton but has the scope " + named + ", so that there are none or many to start and stop",
				"Let the bean be a singleton, or use LeaderElection.join.");
	}

	private void join(LeaderSpec spec, LeaderListener listener) {
		String other = this.elements.putIfAbsent(spec.name(), spec.element());
		if (other != null) {
			throw spec.refused("has the name '" + spec.name() + "', and so has " + other,
					"Give each leadership a name of its own, or let one bean do the work of both.");
		}
		LeaderElection joined = this.election.get();
		if (joined == null) {
			throw spec.refused("cannot take part in an election, because there is no LeaderElection bean",
					"Configure where the locks are kept (distributed-lock.store), as for @DistributedLocked.");
		}
		try {
			if (spec.leaseTime() != null) {
				joined.join(spec.name(), spec.leaseTime(), listener);
			}
			else {
				joined.join(spec.name(), listener);
			}
		}
		catch (IllegalArgumentException | IllegalStateException ex) {
			throw new InvalidLeaderException(spec.element(), "cannot join its election: " + ex.getMessage(),
					"Change its name or its leaseTime.", ex);
		}
	}

}
