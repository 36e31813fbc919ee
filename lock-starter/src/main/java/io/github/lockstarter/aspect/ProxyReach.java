package io.github.lockstarter.aspect;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.Arrays;

import org.springframework.aop.support.AopUtils;
import org.springframework.util.ClassUtils;

import io.github.lockstarter.key.LockedMethod;

/**
 * Whether a proxy can intercept an annotated method at all. An annotation that no proxy
 * honours would be a method that only looks locked.
 */
final class ProxyReach {

	private ProxyReach() {
	}

	/**
	 * Refuses what cannot be intercepted, before the proxy is made.
	 * @param found the annotated method
	 * @param targetClass the class of the bean
	 * @param classProxies whether proxies are subclasses
	 */
	static void check(LockAnnotations.Found found, Class<?> targetClass, boolean classProxies) {
		Method method = found.method();
		Class<?> userClass = ClassUtils.getUserClass(targetClass);
		if (Modifier.isPrivate(method.getModifiers())) {
			throw refused(method, userClass, "is private, so that no proxy can lock it", "Make it public.");
		}
		if (Modifier.isStatic(method.getModifiers())) {
			throw refused(method, userClass, "is static, so that no proxy can lock it",
					"Make it an instance method, or use LockOperations inside.");
		}
		if (Proxy.isProxyClass(userClass)) {
			return; // all it has are the methods of its interfaces
		}
		boolean onInterface = !classProxies && isOnInterface(method, userClass);
		if (!onInterface && Modifier.isFinal(userClass.getModifiers())) {
			throw refused(method, userClass, "is in a final class, so that no proxy can lock it",
					"Make the class not final (in Kotlin: open, or the kotlin-spring plugin).");
		}
		if (!onInterface && Modifier.isFinal(method.getModifiers())) {
			throw refused(method, userClass, "is final, so that no proxy can lock it",
					"Make it not final (in Kotlin: open, or the kotlin-spring plugin).");
		}
		if (!onInterface && isHiddenFrom(userClass, method)) {
			throw refused(method, userClass, "is package-private in another package, so that no proxy can lock it",
					"Make it public or protected.");
		}
	}

	/**
	 * Refuses what the proxy of a bean cannot intercept.
	 * @param found the annotated method
	 * @param bean the proxy
	 * @param targetClass the class behind it
	 */
	static void checkProxy(LockAnnotations.Found found, Object bean, Class<?> targetClass) {
		check(found, targetClass, !AopUtils.isJdkDynamicProxy(bean));
		if (AopUtils.isJdkDynamicProxy(bean) && !found.onType() && !isOnInterface(found.method(), targetClass)) {
			throw refused(found.method(), targetClass,
					"is in no interface, and its bean has a proxy for its interfaces only",
					"Declare it in an interface, or set spring.aop.proxy-target-class=true.");
		}
	}

	private static boolean isHiddenFrom(Class<?> userClass, Method method) {
		return (method.getModifiers() & (Modifier.PUBLIC | Modifier.PROTECTED | Modifier.PRIVATE)) == 0
				&& !method.getDeclaringClass().getPackageName().equals(userClass.getPackageName());
	}

	private static boolean isOnInterface(Method method, Class<?> type) {
		return Arrays.stream(ClassUtils.getAllInterfacesForClass(type))
			.flatMap((implemented) -> Arrays.stream(implemented.getMethods()))
			.anyMatch((declared) -> LockAnnotations.isImplementedBy(declared, method, type));
	}

	private static InvalidLockedMethodException refused(Method method, Class<?> userClass, String reason,
			String action) {
		return new InvalidLockedMethodException(LockedMethod.describe(method, userClass), reason, action, null);
	}

}
