package io.github.lockstarter.aspect;

import java.lang.reflect.Method;

import org.springframework.aop.Pointcut;
import org.springframework.aop.support.AbstractPointcutAdvisor;
import org.springframework.aop.support.StaticMethodMatcherPointcut;

/**
 * Puts the interceptor on annotated methods, at a fixed place among the other advice.
 * Must be registered with the infrastructure role: an application without AspectJ advice
 * has an auto-proxy creator that looks at no other advisors.
 */
public final class DistributedLockAdvisor extends AbstractPointcutAdvisor {

	private static final long serialVersionUID = 1L;

	private final transient DistributedLockInterceptor interceptor;

	private final transient Pointcut pointcut;

	/**
	 * Creates the advisor.
	 * @param specs what the annotations say
	 * @param interceptor locks the methods
	 * @param order the place among the other advice, smaller is further out
	 */
	public DistributedLockAdvisor(DistributedLockSpecs specs, DistributedLockInterceptor interceptor, int order) {
		this.interceptor = interceptor;
		this.pointcut = new AnnotatedMethods(specs);
		setOrder(order);
	}

	@Override
	public DistributedLockInterceptor getAdvice() {
		return this.interceptor;
	}

	@Override
	public Pointcut getPointcut() {
		return this.pointcut;
	}

	/**
	 * Only looks whether there is an annotation; whether it can work is found out when
	 * the bean is created.
	 */
	private static final class AnnotatedMethods extends StaticMethodMatcherPointcut {

		private final DistributedLockSpecs specs;

		AnnotatedMethods(DistributedLockSpecs specs) {
			this.specs = specs;
			setClassFilter(LockAnnotations::mayBeOn);
		}

		@Override
		public boolean matches(Method method, Class<?> targetClass) {
			return this.specs.isAnnotated(method, targetClass);
		}

	}

}
