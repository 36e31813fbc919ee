package io.github.lockstarter.aspect;

import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
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
 * Finds the annotation of a method: on the method itself, on those it overrides or
 * implements, on its class and superclasses (for all methods that can be called on the
 * bean), on interfaces (for the methods they declare). The nearest wins, and one on a
 * method always wins over one on a type.
 */
final class LockAnnotations {

	private LockAnnotations() {
	}

	static boolean mayBeOn(Class<?> type) {
		return AnnotationUtils.isCandidateClass(type, DistributedLocked.class);
	}

	/**
	 * All annotated methods of a class, also those that no proxy could intercept.
	 * @param targetClass the class of the bean
	 * @return what was found, one for each method
	 */
	static Collection<Found> in(Class<?> targetClass) {
		Map<Method, Found> found = MethodIntrospector.selectMethods(targetClass,
				(MethodIntrospector.MetadataLookup<@Nullable Found>) (method) -> on(method, targetClass));
		return found.values();
	}

	static @Nullable Found on(Method method, Class<?> targetClass) {
		Class<?> userClass = ClassUtils.getUserClass(targetClass);
		// the methods of a JDK proxy carry neither annotations nor names
		Method specific = Proxy.isProxyClass(userClass) ? method : AopUtils.getMostSpecificMethod(method, userClass);
		Found onMethod = onMethod(specific, specific);
		if (onMethod == null) {
			// a superclass may implement an interface that only its subclass names
			onMethod = interfaceMethods(specific, userClass).map((declared) -> onMethod(declared, specific))
				.filter((found) -> found != null)
				.findFirst()
				.orElse(null);
		}
		return (onMethod != null) ? onMethod : onType(specific, userClass);
	}

	private static @Nullable Found onMethod(Method searched, Method specific) {
		List<MergedAnnotation<DistributedLocked>> nearest = nearest(searched, (source) -> true);
		return (!nearest.isEmpty() && nearest.get(0).getSource() instanceof Method annotated)
				? new Found(synthesized(nearest), specific, annotated, false) : null;
	}

	private static @Nullable Found onType(Method specific, Class<?> userClass) {
		if (!isMeantByType(specific)) {
			return null;
		}
		List<MergedAnnotation<DistributedLocked>> nearest = nearest(userClass,
				(type) -> !type.isInterface() || declares(type, specific, userClass));
		return !nearest.isEmpty() ? new Found(synthesized(nearest), specific, specific, true) : null;
	}

	/**
	 * Whether somebody may call the method on the bean. A private one is called inside
	 * the class, unless it is there for a framework, which calls it on the proxy.
	 */
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

	/**
	 * The nearest annotation, or all of them where several stand side by side.
	 */
	private static List<MergedAnnotation<DistributedLocked>> nearest(AnnotatedElement element,
			Predicate<Class<?>> type) {
		List<MergedAnnotation<DistributedLocked>> found = MergedAnnotations.from(element, SearchStrategy.TYPE_HIERARCHY)
			.stream(DistributedLocked.class)
			.filter((annotation) -> !(annotation.getSource() instanceof Class<?> source) || type.test(source))
			.toList();
		return found.stream().filter((annotation) -> isBeside(annotation, found.get(0))).toList();
	}

	private static boolean isBeside(MergedAnnotation<?> one, MergedAnnotation<?> nearest) {
		return one.getAggregateIndex() == nearest.getAggregateIndex() && one.getDistance() == nearest.getDistance();
	}

	private static List<DistributedLocked> synthesized(List<MergedAnnotation<DistributedLocked>> annotations) {
		return annotations.stream().map(MergedAnnotation::synthesize).toList();
	}

	private static boolean isOfFramework(Class<?> declaring) {
		// an annotated class that extends one of the framework means its own methods
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
	 * Annotations and where they were found.
	 *
	 * @param annotations the annotations, merged, the outermost first
	 * @param method the method of the target class that they apply to
	 * @param annotated the method that carries them, the same as {@code method} for one
	 * on a type
	 * @param onType whether they stand on a class or interface
	 */
	record Found(List<DistributedLocked> annotations, Method method, Method annotated, boolean onType) {

	}

}
