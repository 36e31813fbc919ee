package io.github.lockstarter.aspect;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.Arrays;

import org.springframework.aop.support.AopUtils;
import org.springframework.util.ClassUtils;

import io.github.lockstarter.key.LockedMethod;

final class ProxyReach {

	private static final String HIDDEN = "Make it public or protected, or annotate the methods to lock instead of the "
			+ "class.";

	private ProxyReach() {
	}

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
		if (LockAnnotations.isBeanMethod(method)) {
			throw refused(method, userClass, "is a @Bean method, which creates a bean and cannot be locked",
					"Annotate the methods of the class of that bean.");
		}
		if (!Proxy.isProxyClass(userClass)) { // a JDK proxy has nothing but interfaces
			Class<?>[] interfaces = ClassUtils.getAllInterfacesForClass(userClass);
			if (classProxies || interfaces.length == 0
					|| (!found.onType() && !isOnInterface(method, interfaces, userClass))) {
				checkSubclass(method, userClass);
			}
		}
	}

	private static void checkSubclass(Method method, Class<?> userClass) {
		if (Modifier.isFinal(userClass.getModifiers())) {
			throw refused(method, userClass, "is in a final class, so that no proxy can lock it",
					"Make the class not final (in Kotlin: open, or the kotlin-spring plugin).");
		}
		if (userClass.isSealed()) {
			throw refused(method, userClass, "is in a sealed class, so that no proxy can lock it",
					"Make the class not sealed.");
		}
		if (Modifier.isFinal(method.getModifiers())) {
			throw refused(method, userClass, "is final, so that no proxy can lock it",
					"Make it not final (in Kotlin: open, or the kotlin-spring plugin).");
		}
		if (isPackagePrivate(method)
				&& !method.getDeclaringClass().getPackageName().equals(userClass.getPackageName())) {
			throw refused(method, userClass, "is package-private in another package, so that no proxy can lock it",
					HIDDEN);
		}
	}

	static void checkProxy(LockAnnotations.Found found, Object bean, Class<?> targetClass) {
		boolean classProxy = !AopUtils.isJdkDynamicProxy(bean);
		check(found, targetClass, classProxy);
		Method method = found.method();
		Class<?> proxyClass = bean.getClass();
		if (!classProxy) {
			if (!found.onType() && !isOnInterface(method, ClassUtils.getAllInterfacesForClass(proxyClass),
					ClassUtils.getUserClass(targetClass))) {
				throw refused(method, targetClass,
						"is in no interface of its bean's proxy, which is a proxy for interfaces only",
						"Declare it in an interface, or set spring.aop.proxy-target-class=true.");
			}
		}
		else if (isPackagePrivate(method)
				&& method.getDeclaringClass().getClassLoader() != proxyClass.getClassLoader()) {
			throw refused(method, targetClass,
					"is package-private in another class loader than its proxy, which therefore cannot lock it",
					HIDDEN);
		}
		else if (!declares(proxyClass, method)) {
			throw refused(method, targetClass, "is not overridden by the proxy of its bean",
					"Make it public, not static and not final.");
		}
	}

	private static boolean isPackagePrivate(Method method) {
		return (method.getModifiers() & (Modifier.PUBLIC | Modifier.PROTECTED | Modifier.PRIVATE)) == 0;
	}

	private static boolean declares(Class<?> proxyClass, Method method) {
		return Arrays.stream(proxyClass.getDeclaredMethods())
			.anyMatch((declared) -> declared.getName().equals(method.getName())
					&& Arrays.equals(declared.getParameterTypes(), method.getParameterTypes()));
	}

	private static boolean isOnInterface(Method method, Class<?>[] interfaces, Class<?> type) {
		return Arrays.stream(interfaces)
			.flatMap((implemented) -> Arrays.stream(implemented.getMethods()))
			.anyMatch((declared) -> LockAnnotations.isImplementedBy(declared, method, type));
	}

	private static InvalidLockedMethodException refused(Method method, Class<?> userClass, String reason,
			String action) {
		return new InvalidLockedMethodException(LockedMethod.describe(method, userClass), reason, action, null);
	}

}
