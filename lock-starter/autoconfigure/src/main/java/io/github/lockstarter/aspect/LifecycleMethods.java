package io.github.lockstarter.aspect;

import java.lang.reflect.Method;

import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.InitializingBean;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.util.ClassUtils;
import org.springframework.util.ObjectUtils;

import io.github.lockstarter.key.LockedMethod;

/**
 * Refuses an annotation on init and destroy methods: Spring calls them on the bare bean.
 */
final class LifecycleMethods {

	private LifecycleMethods() {
	}

	// an annotation on the class does not apply to these methods
	static void check(LockAnnotations.Found found, Class<?> targetClass, @Nullable BeanDefinition definition) {
		Method method = found.method();
		if (found.onType() || method.getParameterCount() > 0) {
			return;
		}
		if (isOf(InitializingBean.class, method, targetClass) || isOf(DisposableBean.class, method, targetClass)
				|| (definition instanceof RootBeanDefinition root && isNamed(method.getName(), root))) {
			throw new InvalidLockedMethodException(LockedMethod.describe(method, ClassUtils.getUserClass(targetClass)),
					"is called before its bean has a proxy, or after, and would run without its lock",
					"Call it when the application is ready (an ApplicationRunner, or @EventListener), or use "
							+ "LockOperations inside.",
					null);
		}
	}

	private static boolean isOf(Class<?> lifecycle, Method method, Class<?> targetClass) {
		return lifecycle.isAssignableFrom(targetClass)
				&& method.getName().equals(lifecycle.getDeclaredMethods()[0].getName());
	}

	private static boolean isNamed(String name, RootBeanDefinition definition) {
		return definition.isExternallyManagedInitMethod(name) || definition.isExternallyManagedDestroyMethod(name)
				|| ObjectUtils.containsElement(definition.getInitMethodNames(), name)
				|| ObjectUtils.containsElement(definition.getDestroyMethodNames(), name);
	}

}
