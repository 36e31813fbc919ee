package io.github.lockstarter.key;

import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.stream.Collectors;

import org.springframework.util.ClassUtils;

/**
 * The method that an expression belongs to.
 *
 * @param name the lock name without the key
 * @param method the method that runs, as the target class has it
 * @param annotated the method with the annotation, the expression uses its parameter
 * names; for an annotation on a type the same as {@code method}
 * @param targetClass the class of the bean
 */
public record LockedMethod(String name, Method method, Method annotated, Class<?> targetClass) {

	@Override
	public String toString() {
		return describe(this.method, this.targetClass);
	}

	// not a class generated at run time: its numbered name differs between instances
	public static Class<?> type(Method method, Class<?> targetClass) {
		Class<?> userClass = ClassUtils.getUserClass(targetClass);
		if (!Proxy.isProxyClass(userClass) && !ClassUtils.isLambdaClass(userClass)) {
			return userClass;
		}
		return Arrays.stream(userClass.getInterfaces())
			.filter((type) -> method.getDeclaringClass().isAssignableFrom(type))
			.findFirst()
			.orElse(method.getDeclaringClass());
	}

	public static String describe(Method method, Class<?> targetClass) {
		return type(method, targetClass).getName() + "." + method.getName()
				+ Arrays.stream(method.getParameterTypes())
					.map(Class::getSimpleName)
					.collect(Collectors.joining(", ", "(", ")"));
	}

}
