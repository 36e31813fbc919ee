package io.github.lockstarter.aspect;

import java.lang.reflect.Method;

import org.springframework.aop.Pointcut;
import org.springframework.aop.support.AbstractPointcutAdvisor;
import org.springframework.aop.support.StaticMethodMatcherPointcut;

/**
 * Applies the interceptor; needs the infrastructure role to be found without AspectJ.
 */
public final class DistributedLockAdvisor extends AbstractPointcutAdvisor {

	private static final long serialVersionUID = 1L;

	private final transient DistributedLockInterceptor interceptor;

	private final transient Pointcut pointcut;

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

	// only whether there is an annotation; the bean's creation shows whether it can work
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
