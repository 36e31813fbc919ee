package io.github.lockstarter.key;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.stream.Collectors;

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
	 * A method in the words of a message for people.
	 * @param method the method
	 * @param targetClass the class of the bean
	 * @return class, method and parameter types
	 */
	public static String describe(Method method, Class<?> targetClass) {
		return targetClass.getName() + "." + method.getName()
				+ Arrays.stream(method.getParameterTypes())
					.map(Class::getSimpleName)
					.collect(Collectors.joining(", ", "(", ")"));
	}

}
