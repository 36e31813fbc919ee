package io.github.lockstarter.aspect;

import java.lang.reflect.Method;
import java.lang.reflect.Type;
import java.util.HashSet;
import java.util.Set;

import org.jspecify.annotations.Nullable;
import org.springframework.core.KotlinDetector;
import org.springframework.core.ResolvableType;

/**
 * Result types with work that outlives the call. Matched by name: no library is needed.
 */
public final class OutlivingResults {

	private static final Set<String> TYPES = Set.of("java.util.concurrent.Future",
			"java.util.concurrent.CompletionStage", "java.util.concurrent.Callable",
			"java.util.concurrent.Flow$Publisher", "java.util.stream.BaseStream", "org.reactivestreams.Publisher",
			"org.springframework.web.context.request.async.WebAsyncTask",
			"org.springframework.web.context.request.async.DeferredResult",
			"org.springframework.web.servlet.mvc.method.annotation.ResponseBodyEmitter",
			"org.springframework.web.servlet.mvc.method.annotation.StreamingResponseBody", "io.reactivex.Completable",
			"io.reactivex.Maybe", "io.reactivex.Observable", "io.reactivex.Single",
			"io.reactivex.rxjava3.core.Completable", "io.reactivex.rxjava3.core.Maybe",
			"io.reactivex.rxjava3.core.Observable", "io.reactivex.rxjava3.core.Single", "rx.Completable",
			"rx.Observable", "rx.Single", "io.smallrye.mutiny.Uni", "kotlinx.coroutines.Job",
			"kotlinx.coroutines.flow.Flow", "kotlin.sequences.Sequence");

	// Unobservable, but a CompletableFuture can replace them.
	private static final Set<String> ENDLESS = Set.of("java.util.concurrent.Future", "java.util.concurrent.Callable",
			"org.springframework.web.context.request.async.WebAsyncTask",
			"org.springframework.web.context.request.async.DeferredResult");

	// As the result of a suspending function it is followed to its end.
	private static final Set<String> KOTLIN = Set.of("kotlinx.coroutines.flow.Flow");

	private static final String SUSPEND = "kotlin.coroutines.Continuation";

	private OutlivingResults() {
	}

	static LockedResultKind.@Nullable Problem problemIn(Method method, Class<?> targetClass) {
		String outliving = in(method, targetClass);
		if (SUSPEND.equals(outliving) || (outliving != null && KOTLIN.contains(outliving))) {
			return new LockedResultKind.Problem(
					"has work that outlives the call (" + (SUSPEND.equals(outliving) ? "suspend" : outliving)
							+ "), and cannot be locked until that work is done, because of a library that is missing",
					"Add org.jetbrains.kotlinx:kotlinx-coroutines-reactor and org.jetbrains.kotlin:kotlin-reflect.");
		}
		return problem(outliving);
	}

	// for results that are followed to their end, but contain one that is not
	public static LockedResultKind.@Nullable Problem problemInside(Method method, Class<?> targetClass) {
		ResolvableType result = ResolvableType.forMethodReturnType(method, targetClass);
		String outliving = null;
		if (KotlinDetector.isSuspendingFunction(method)) {
			String returned = in(result.toClass());
			outliving = (returned != null && KOTLIN.contains(returned)) ? null : returned;
		}
		for (int i = 0; i < result.getGenerics().length && outliving == null; i++) {
			outliving = in(result.getGeneric(i), new HashSet<>());
		}
		return problem(outliving);
	}

	private static LockedResultKind.@Nullable Problem problem(@Nullable String outliving) {
		if (outliving == null) {
			return null;
		}
		return new LockedResultKind.Problem(
				"has work that outlives the call (" + outliving
						+ "), so that its lock would be released before the work is done",
				(ENDLESS.contains(outliving)
						? "Return a CompletableFuture: its lock is held until it is complete. Or lock" : "Lock")
						+ " a method that does the work before it returns, and call that one from here.");
	}

	static @Nullable String in(Method method, Class<?> targetClass) {
		Class<?>[] parameters = method.getParameterTypes();
		if (parameters.length > 0 && parameters[parameters.length - 1].getName().equals(SUSPEND)) {
			return SUSPEND;
		}
		return in(ResolvableType.forMethodReturnType(method, targetClass), new HashSet<>());
	}

	private static @Nullable String in(ResolvableType type, Set<Type> seen) {
		String outliving = in(type.toClass());
		if (!seen.add(type.getType())) {
			return outliving; // T extends Comparable<T>
		}
		// ResponseEntity<StreamingResponseBody>, Optional<CompletableFuture<User>>
		for (int i = 0; i < type.getGenerics().length && outliving == null; i++) {
			outliving = in(type.getGeneric(i), seen);
		}
		return outliving;
	}

	private static @Nullable String in(@Nullable Class<?> type) {
		if (type == null || TYPES.contains(type.getName())) {
			return (type != null) ? type.getName() : null;
		}
		String outliving = in(type.getSuperclass());
		for (int i = 0; i < type.getInterfaces().length && outliving == null; i++) {
			outliving = in(type.getInterfaces()[i]);
		}
		return outliving;
	}

}
