package io.github.lockstarter.annotation;

import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;

import org.springframework.aot.hint.BindingReflectionHintsRegistrar;
import org.springframework.aot.hint.ExecutableMode;
import org.springframework.aot.hint.ReflectionHints;
import org.springframework.aot.hint.annotation.ReflectiveProcessor;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.core.annotation.MergedAnnotations.SearchStrategy;
import org.springframework.util.ClassUtils;

/**
 * Registers for a native image the annotated methods, their fallbacks and the properties
 * of their parameters, from which keys are made; it cannot see what an expression reaches
 * by a bean, a cast or a type argument.
 */
final class LockedMethodProcessor implements ReflectiveProcessor {

	private final BindingReflectionHintsRegistrar bindings = new BindingReflectionHintsRegistrar();

	@Override
	public void registerReflectionHints(ReflectionHints hints, AnnotatedElement element) {
		Set<String> fallbacks = MergedAnnotations.from(element, SearchStrategy.TYPE_HIERARCHY)
			.stream(DistributedLocked.class)
			.map((annotation) -> annotation.getString("fallback"))
			.collect(Collectors.toSet());
		if (element instanceof Method method) {
			locked(method, hints);
			fallbacks(method.getDeclaringClass(), fallbacks, hints);
		}
		else if (element instanceof Class<?> type) {
			Arrays.stream(type.getDeclaredMethods())
				.filter((method) -> !method.isSynthetic())
				.forEach((method) -> locked(method, hints));
			fallbacks(type, fallbacks, hints);
		}
	}

	private void locked(Method method, ReflectionHints hints) {
		hints.registerMethod(method, ExecutableMode.INVOKE);
		Type[] types = Arrays.stream(method.getGenericParameterTypes())
			.filter(LockedMethodProcessor::isOwn)
			.toArray(Type[]::new);
		this.bindings.registerReflectionHints(hints, types);
	}

	// Types of the JDK have no properties that a key needs: they are text or numbers.
	private static boolean isOwn(Type type) {
		return !(type instanceof Class<?> raw) || !(ClassUtils.isPrimitiveOrWrapper(raw)
				|| (raw.getPackage() != null && raw.getPackageName().startsWith("java.")));
	}

	private static void fallbacks(Class<?> type, Set<String> names, ReflectionHints hints) {
		for (Class<?> each = type; each != null && each != Object.class; each = each.getSuperclass()) {
			Arrays.stream(each.getDeclaredMethods())
				.filter((method) -> names.contains(method.getName()))
				.forEach((method) -> hints.registerMethod(method, ExecutableMode.INVOKE));
		}
	}

}
