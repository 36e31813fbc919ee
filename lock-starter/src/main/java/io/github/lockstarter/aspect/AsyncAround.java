package io.github.lockstarter.aspect;

import java.lang.reflect.Method;

import org.aopalliance.intercept.MethodInvocation;
import org.springframework.aop.Advisor;
import org.springframework.aop.Pointcut;
import org.springframework.aop.PointcutAdvisor;
import org.springframework.aop.ProxyMethodInvocation;
import org.springframework.aop.framework.Advised;
import org.springframework.aop.interceptor.AsyncExecutionInterceptor;

/**
 * Finds {@code @Async} around a lock: it calls the method on a thread of an executor, and
 * keeps that thread waiting for the future that it gets.
 */
final class AsyncAround {

	private AsyncAround() {
	}

	/**
	 * Whether the calling thread waits for the result of the method, whatever that is.
	 */
	static boolean isOutside(MethodInvocation invocation, Class<?> targetClass) {
		if (!(invocation instanceof ProxyMethodInvocation proxied)
				|| !(proxied.getProxy() instanceof Advised advised)) {
			return false;
		}
		for (Advisor advisor : advised.getAdvisors()) {
			if (advisor.getAdvice() instanceof DistributedLockInterceptor) {
				return false; // what is inside does not keep the caller waiting
			}
			if (advisor.getAdvice() instanceof AsyncExecutionInterceptor
					&& matches(advisor, invocation.getMethod(), targetClass)) {
				return true;
			}
		}
		return false;
	}

	private static boolean matches(Advisor advisor, Method method, Class<?> targetClass) {
		if (!(advisor instanceof PointcutAdvisor some)) {
			return true;
		}
		Pointcut pointcut = some.getPointcut();
		return pointcut.getClassFilter().matches(targetClass)
				&& pointcut.getMethodMatcher().matches(method, targetClass);
	}

}
