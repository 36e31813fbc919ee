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
 * Finds {@code @Async} outside the lock: its thread waits for the returned future.
 */
final class AsyncAround {

	private AsyncAround() {
	}

	static boolean isOutside(MethodInvocation invocation, Class<?> targetClass) {
		if (!(invocation instanceof ProxyMethodInvocation proxied)
				|| !(proxied.getProxy() instanceof Advised advised)) {
			return false;
		}
		for (Advisor advisor : advised.getAdvisors()) {
			if (advisor.getAdvice() instanceof DistributedLockInterceptor) {
				return false; // advice inside the lock does not block the caller
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
