package io.github.lockstarter.aspect;

import java.lang.annotation.Annotation;
import java.lang.annotation.Repeatable;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.springframework.aop.support.AopUtils;
import org.springframework.aot.hint.annotation.Reflective;
import org.springframework.context.annotation.Bean;
import org.springframework.core.MethodIntrospector;
import org.springframework.core.annotation.AnnotationUtils;
import org.springframework.core.annotation.MergedAnnotation;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.core.annotation.MergedAnnotations.SearchStrategy;
import org.springframework.util.ClassUtils;
import org.springframework.util.ReflectionUtils;

import io.github.lockstarter.annotation.DistributedLocked;

/**
 * Finds the annotations of a method, as the package documentation says.
 */
final class LockAnnotations {

	private LockAnnotations() {
	}

	static boolean mayBeOn(Class<?> type) {
		return AnnotationUtils.isCandidateClass(type, DistributedLocked.class);
	}

	static boolean areOnType(Class<?> targetClass) {
		return mayBeOn(targetClass)
				&& MergedAnnotations.from(ClassUtils.getUserClass(targetClass), SearchStrategy.TYPE_HIERARCHY)
					.isPresent(DistributedLocked.class);
	}

	// includes methods that no proxy could intercept
	static Collection<Found> in(Class<?> targetClass) {
		Map<Method, Found> found = MethodIntrospector.selectMethods(targetClass,
				(MethodIntrospector.MetadataLookup<@Nullable Found>) (method) -> on(method, targetClass));
		return found.values();
	}

	static @Nullable Found on(Method method, Class<?> targetClass) {
		Class<?> userClass = ClassUtils.getUserClass(targetClass);
		// the methods of a JDK proxy have neither annotations nor parameter names
		Method specific = Proxy.isProxyClass(userClass) ? method : AopUtils.getMostSpecificMethod(method, userClass);
		Found onMethod = onMethod(specific, specific);
		if (onMethod == null || onMethod.annotated().getDeclaringClass().isInterface()) {
			// a superclass may implement an interface that only its subclass declares
			List<Found> onInterfaces = interfaceMethods(specific, userClass)
				.map((declared) -> onMethod(declared, specific))
				.filter(Objects::nonNull)
				.toList();
			onMethod = (onMethod != null) ? onMethod : onInterfaces.stream().findFirst().orElse(null);
			onMethod = (onMethod != null) ? onMethod.besides(onInterfaces) : null;
		}
		return (onMethod != null) ? onMethod : onType(specific, userClass);
	}

	private static @Nullable Found onMethod(Method searched, Method specific) {
		List<MergedAnnotation<DistributedLocked>> nearest = nearest(searched, (source) -> true);
		return (!nearest.isEmpty() && nearest.get(0).getSource() instanceof Method annotated)
				? new Found(synthesized(nearest), specific, annotated, false, null) : null;
	}

	private static @Nullable Found onType(Method specific, Class<?> userClass) {
		if (!isMeantByType(specific)) {
			return null;
		}
		Predicate<Class<?>> declares = (type) -> !type.isInterface() || declares(type, specific, userClass);
		List<MergedAnnotation<DistributedLocked>> nearest = nearest(userClass, declares);
		if (nearest.isEmpty()) {
			return null;
		}
		Found found = new Found(synthesized(nearest), specific, specific, true, null);
		Class<?> type = (Class<?>) Objects.requireNonNull(nearest.get(0).getSource());
		return type.isInterface() ? found.besides(type,
				Arrays.stream(ClassUtils.getAllInterfacesForClass(userClass))
					.filter(declares)
					.collect(Collectors.toMap((other) -> other,
							(other) -> synthesized(nearest(other, (source) -> source == other)), (one, same) -> one,
							LinkedHashMap::new)))
				: found;
	}

	// a private method is called on the proxy only by a framework
	private static boolean isMeantByType(Method specific) {
		return !Modifier.isStatic(specific.getModifiers()) && !specific.isSynthetic()
				&& !ReflectionUtils.isObjectMethod(specific) && !isOfFramework(specific.getDeclaringClass())
				&& !isBeanMethod(specific)
				&& (!Modifier.isPrivate(specific.getModifiers()) || has(specific, Reflective.class));
	}

	static boolean isBeanMethod(Method method) {
		return has(method, Bean.class);
	}

	private static boolean has(Method method, Class<? extends Annotation> annotation) {
		return MergedAnnotations.from(method).isPresent(annotation);
	}

	// in the order of their declaration
	private static List<MergedAnnotation<DistributedLocked>> nearest(AnnotatedElement element,
			Predicate<Class<?>> type) {
		List<MergedAnnotation<DistributedLocked>> found = MergedAnnotations.from(element, SearchStrategy.TYPE_HIERARCHY)
			.stream(DistributedLocked.class)
			.filter((annotation) -> !(annotation.getSource() instanceof Class<?> source) || type.test(source))
			.toList();
		return found.stream()
			.filter((annotation) -> annotation.getAggregateIndex() == found.get(0).getAggregateIndex())
			.sorted(Comparator.comparingInt(LockAnnotations::place))
			.toList();
	}

	// of the annotation, the container of repeated ones, or the one that carries it
	private static int place(MergedAnnotation<?> annotation) {
		Class<?> written = annotation.getRoot().getType();
		Repeatable repeatable = written.getAnnotation(Repeatable.class);
		Annotation[] all = ((AnnotatedElement) Objects.requireNonNull(annotation.getSource())).getDeclaredAnnotations();
		for (int i = 0; i < all.length; i++) {
			Class<?> type = all[i].annotationType();
			if (type == written || (repeatable != null && type == repeatable.value())) {
				return i;
			}
		}
		return all.length;
	}

	private static List<DistributedLocked> synthesized(List<MergedAnnotation<DistributedLocked>> annotations) {
		return annotations.stream().map(MergedAnnotation::synthesize).toList();
	}

	private static boolean isOfFramework(Class<?> declaring) {
		// an annotated class that extends a framework class covers its own methods
		return Stream.of("java.", "javax.", "jakarta.", "org.springframework.")
			.anyMatch(declaring.getName()::startsWith);
	}

	private static Stream<Method> interfaceMethods(Method specific, Class<?> userClass) {
		return Arrays.stream(ClassUtils.getAllInterfacesForClass(userClass))
			.flatMap((type) -> Arrays.stream(type.getMethods()))
			.filter((method) -> isImplementedBy(method, specific, userClass));
	}

	private static boolean declares(Class<?> type, Method specific, Class<?> userClass) {
		return Arrays.stream(type.getMethods()).anyMatch((method) -> isImplementedBy(method, specific, userClass));
	}

	static boolean isImplementedBy(Method interfaceMethod, Method specific, Class<?> userClass) {
		return interfaceMethod.getName().equals(specific.getName())
				&& interfaceMethod.getParameterCount() == specific.getParameterCount()
				&& !Modifier.isStatic(interfaceMethod.getModifiers()) && (interfaceMethod.equals(specific)
						|| AopUtils.getMostSpecificMethod(interfaceMethod, userClass).equals(specific));
	}

	/**
	 * The annotations, the outermost first; two unrelated interfaces may contradict.
	 */
	record Found(List<DistributedLocked> annotations, Method method, Method annotated, boolean onType,
			@Nullable String contradiction) {

		private Found besides(List<Found> others) {
			Map<Class<?>, List<DistributedLocked>> locks = new LinkedHashMap<>();
			others.forEach((other) -> locks.putIfAbsent(other.annotated.getDeclaringClass(), other.annotations));
			return besides(this.annotated.getDeclaringClass(), locks);
		}

		private Found besides(Class<?> own, Map<Class<?>, List<DistributedLocked>> others) {
			return others.entrySet()
				.stream()
				.filter((other) -> !other.getValue().isEmpty() && !other.getValue().equals(this.annotations))
				.map(Map.Entry::getKey)
				.filter((other) -> !other.isAssignableFrom(own) && !own.isAssignableFrom(other))
				.findFirst()
				.map((other) -> new Found(this.annotations, this.method, this.annotated, this.onType,
						own.getName() + " and " + other.getName()))
				.orElse(this);
		}

	}

}
