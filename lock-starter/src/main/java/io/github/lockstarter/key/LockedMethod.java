package io.github.lockstarter.key;

import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.stream.Collectors;

import org.springframework.util.ClassUtils;

/**
 * The method an expression belongs to.
 *
 * @param name the lock name without the key
 * @param method the method that runs, as the target class has it
 * @param annotated the method that carries the annotation, whose parameter names the
 * author of the expression saw; the same as {@code method} where the annotation is on a
 * type
 * @param targetClass the class of the bean
 */
public record LockedMethod(String name, Method method, Method annotated, Class<?> targetClass) {

	/**
	 * The method in the words of a message for people.
	 * @return class, method and parameter types
	 */
	@Override
	public String toString() {
		return describe(this.method, this.targetClass);
	}

	/**
	 * The type that people know as that of a method: the interface, where the class is
	 * made at run time and its name is a number, another one on each server.
	 * @param method the method
	 * @param targetClass the class of the bean
	 * @return the class of the bean, or the interface by which it has the method
	 */
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

	/**
	 * A method in the words of a message for people.
	 * @param method the method
	 * @param targetClass the class of the bean
	 * @return class, method and parameter types
	 */
	public static String describe(Method method, Class<?> targetClass) {
		return type(method, targetClass).getName() + "." + method.getName()
				+ Arrays.stream(method.getParameterTypes())
					.map(Class::getSimpleName)
					.collect(Collectors.joining(", ", "(", ")"));
	}

}
