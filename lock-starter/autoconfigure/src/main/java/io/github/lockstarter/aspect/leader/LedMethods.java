package io.github.lockstarter.aspect.leader;

import java.lang.reflect.Method;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.Pointcut;
import org.springframework.aop.support.AbstractPointcutAdvisor;
import org.springframework.aop.support.AopUtils;
import org.springframework.aop.support.StaticMethodMatcherPointcut;
import org.springframework.context.annotation.Bean;
import org.springframework.core.MethodClassKey;
import org.springframework.core.MethodIntrospector;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.core.annotation.AnnotationUtils;
import org.springframework.util.ClassUtils;

import io.github.lockstarter.leader.DistributedLeader;

/**
 * The advice for annotated methods: outside locks and transactions. Needs the
 * infrastructure role to be found without AspectJ.
 */
public final class LedMethods extends AbstractPointcutAdvisor implements MethodInterceptor {

	private static final long serialVersionUID = 1L;

	private final transient ConcurrentMap<MethodClassKey, LedMethod> methods = new ConcurrentHashMap<>();

	private final transient Pointcut pointcut = new AnnotatedMethods();

	public LedMethods() {
		setOrder(Ordered.LOWEST_PRECEDENCE - 200);
	}

	static boolean mayBeOn(Class<?> type) {
		return AnnotationUtils.isCandidateClass(type, DistributedLeader.class);
	}

	// A @Bean method creates a bean that is started and stopped itself.
	static @Nullable DistributedLeader on(Method method) {
		DistributedLeader found = AnnotatedElementUtils.findMergedAnnotation(method, DistributedLeader.class);
		return (found != null && !AnnotatedElementUtils.hasAnnotation(method, Bean.class)) ? found : null;
	}

	// The annotated methods of a class, without its proxies.
	static Map<Method, DistributedLeader> in(Class<?> userClass) {
		return MethodIntrospector.selectMethods(userClass,
				(MethodIntrospector.MetadataLookup<@Nullable DistributedLeader>) LedMethods::on);
	}

	void add(Method method, Class<?> targetClass, LedMethod led) {
		this.methods.put(key(method, targetClass), led);
	}

	private static MethodClassKey key(Method method, Class<?> targetClass) {
		Class<?> userClass = ClassUtils.getUserClass(targetClass);
		return new MethodClassKey(AopUtils.getMostSpecificMethod(method, userClass), userClass);
	}

	@Override
	public @Nullable Object invoke(MethodInvocation invocation) throws Throwable {
		Object target = Objects.requireNonNull(invocation.getThis(), "a scheduled method needs a target");
		LedMethod led = this.methods.get(key(invocation.getMethod(), target.getClass()));
		if (led != null) {
			led.run((lease) -> invocation.proceed());
		}
		return null; // not joined yet: this instance does not lead
	}

	@Override
	public MethodInterceptor getAdvice() {
		return this;
	}

	@Override
	public Pointcut getPointcut() {
		return this.pointcut;
	}

	private static final class AnnotatedMethods extends StaticMethodMatcherPointcut {

		AnnotatedMethods() {
			setClassFilter(LedMethods::mayBeOn);
		}

		@Override
		public boolean matches(Method method, Class<?> targetClass) {
			return on(AopUtils.getMostSpecificMethod(method, targetClass)) != null;
		}

	}

}
