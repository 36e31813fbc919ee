package io.github.lockstarter.key;

import java.beans.Introspector;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.springframework.core.ResolvableType;
import org.springframework.util.ClassUtils;

/**
 * The properties and methods that an expression can read, rather too many than too few.
 */
final class TypeMembers {

	private final ResolvableType type;

	private final Class<?> resolved;

	TypeMembers(ResolvableType type) {
		this.type = type;
		this.resolved = Objects.requireNonNull(type.resolve());
	}

	// NONE if the type is not known, null if there is no such property
	@Nullable ResolvableType property(String name) {
		List<Method> readers = readers().filter((method) -> isReaderOf(method, name)).toList();
		if (!readers.isEmpty()) {
			return typeOf(readers);
		}
		return Arrays.stream(this.resolved.getFields())
			.filter((field) -> field.getName().equals(name))
			.findFirst()
			.map((field) -> boxed(ResolvableType.forField(field, this.type.as(field.getDeclaringClass()))))
			.orElse(null);
	}

	// NONE if the type is not known, null if there is no such method
	@Nullable ResolvableType method(String name, int arguments) {
		List<Method> methods = methodsOf(this.resolved)
			.filter((method) -> method.getName().equals(name)
					&& (method.getParameterCount() == arguments || method.isVarArgs()))
			.toList();
		return methods.isEmpty() ? null : typeOf(methods);
	}

	List<String> properties() {
		return Stream
			.concat(readers().map(this::propertyName), Arrays.stream(this.resolved.getFields()).map(Field::getName))
			.filter((name) -> !name.isEmpty() && !name.equals("class"))
			.distinct()
			.sorted()
			.toList();
	}

	List<String> methods() {
		return readers().filter((method) -> method.getDeclaringClass() != Object.class)
			.map(Method::getName)
			.filter((name) -> !name.equals("toString") && !name.equals("hashCode"))
			.distinct()
			.sorted()
			.toList();
	}

	private Stream<Method> readers() {
		return methodsOf(this.resolved)
			.filter((method) -> method.getParameterCount() == 0 && method.getReturnType() != void.class);
	}

	private static Stream<Method> methodsOf(Class<?> type) {
		return Arrays.stream(type.getMethods()).filter((method) -> !method.isBridge());
	}

	private static boolean isReaderOf(Method method, String property) {
		String name = method.getName();
		return name.equals(property) || name.equalsIgnoreCase("get" + property)
				|| name.equalsIgnoreCase("is" + property) || name.equalsIgnoreCase(property);
	}

	private String propertyName(Method reader) {
		String name = reader.getName();
		if (name.startsWith("get") || name.startsWith("is")) {
			return Introspector.decapitalize(name.substring(name.startsWith("get") ? 3 : 2));
		}
		boolean component = this.resolved.isRecord() && Arrays.stream(this.resolved.getRecordComponents())
			.anyMatch((candidate) -> candidate.getName().equals(name));
		return component ? name : "";
	}

	private ResolvableType typeOf(List<Method> methods) {
		if (methods.stream().map(Method::getReturnType).distinct().count() > 1) {
			return ResolvableType.NONE;
		}
		Method method = methods.get(0);
		return boxed(ResolvableType.forType(method.getGenericReturnType(), this.type.as(method.getDeclaringClass())));
	}

	static ResolvableType boxed(ResolvableType type) {
		Class<?> resolved = type.resolve();
		return (resolved != null && resolved.isPrimitive())
				? ResolvableType.forClass(ClassUtils.resolvePrimitiveIfNecessary(resolved)) : type;
	}

}
