package io.github.lockstarter.aspect;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;

import org.jspecify.annotations.Nullable;
import org.springframework.util.ClassUtils;
import org.springframework.util.ReflectionUtils;

/**
 * The method of the same bean that runs if the lock was not acquired.
 */
final class Fallback {

	private Fallback() {
	}

	static @Nullable Method find(String name, Method locked, Class<?> targetClass) {
		Method found = ReflectionUtils.findMethod(targetClass, name, locked.getParameterTypes());
		if (found == null || Modifier.isAbstract(found.getModifiers()) || found.equals(locked)
				|| !resultFits(locked.getReturnType(), found.getReturnType())) {
			return null;
		}
		ReflectionUtils.makeAccessible(found);
		return found;
	}

	private static boolean resultFits(Class<?> wanted, Class<?> offered) {
		return wanted == void.class || (offered != void.class && ClassUtils.isAssignable(wanted, offered));
	}

}
