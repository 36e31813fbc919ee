package io.github.lockstarter;

import java.lang.reflect.GenericArrayType;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

import org.junit.jupiter.api.Test;

import io.github.lockstarter.async.AsyncLease;
import io.github.lockstarter.async.AsyncLockOperations;
import io.github.lockstarter.reactive.ReactiveLease;
import io.github.lockstarter.reactive.ReactiveLockContext;
import io.github.lockstarter.reactive.ReactiveLockOperations;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The faces of the engine offer the same: what one can do, the others can, under the same
 * name and with the same parameters. A method added to one is missed in the others here.
 */
class FacesParityTests {

	private static final String FUTURE = "CompletableFuture<%s>";

	private static final String MONO = "Mono<%s>";

	@Test
	void futuresOfferWhatTheBlockingFaceOffers() {
		Set<String> expected = signatures(LockOperations.class, (type) -> FUTURE.formatted(boxed(type)), Map.of("Lease",
				"AsyncLease", "LockedAction", "AsyncLockedAction", "LockedRunnable", "AsyncLockedRunnable"));
		// what only a caller without a thread of its own needs
		expected.add("AsyncLockOperations within(AsyncLease)");
		assertThat(signatures(AsyncLockOperations.class, UnaryOperator.identity(), Map.of())).isEqualTo(expected);
	}

	@Test
	void reactiveFaceOffersWhatTheBlockingFaceOffers() {
		Set<String> expected = signatures(LockOperations.class,
				(type) -> MONO.formatted(boxed(type.replaceAll("^Optional<(.*)>$", "$1"))),
				Map.of("Lease", "ReactiveLease", "LockedAction", "ReactiveLockedAction", "LockedRunnable",
						"ReactiveLockedAction"));
		// what only a publisher can have
		expected.add("Flux<T> executeMany(LockRequest, ReactiveLockedAction)");
		expected.add("Flux<T> executeMany(String, ReactiveLockedAction)");
		assertThat(signatures(ReactiveLockOperations.class, UnaryOperator.identity(), Map.of())).isEqualTo(expected);
	}

	@Test
	void leasesOfAllFacesOfferTheSame() {
		Map<String, String> own = Map.of("Lease", "AsyncLease");
		Set<String> expected = signatures(Lease.class, UnaryOperator.identity(), own);
		expected.removeIf((signature) -> signature.contains(" on("));
		for (String close : Set.of("release", "releaseNow", "close")) {
			expected.remove("void " + close + "()");
			expected.add("CompletableFuture<Void> " + close + "()");
		}
		expected.add("Lease asLease()");
		assertThat(signatures(AsyncLease.class, UnaryOperator.identity(), Map.of())).isEqualTo(expected);
		assertThat(signatures(ReactiveLease.class, UnaryOperator.identity(), Map.of())).isEqualTo(expected.stream()
			.map((signature) -> signature.replace("CompletableFuture", "Mono").replace("AsyncLease", "ReactiveLease"))
			.collect(Collectors.toSet()));
	}

	@Test
	void contextsOfAllFacesAnswerTheSameQuestions() {
		assertThat(names(ReactiveLockContext.class)).contains("current()", "current(String)");
		assertThat(names(LockContext.class)).contains("current()", "current(String)");
	}

	private static Set<String> names(Class<?> type) {
		return Arrays.stream(type.getMethods())
			.map((method) -> method.getName() + parameters(method, Map.of()))
			.collect(Collectors.toSet());
	}

	private static Set<String> signatures(Class<?> face, UnaryOperator<String> result, Map<String, String> renamed) {
		return Arrays.stream(face.getMethods())
			.filter((method) -> !method.isSynthetic() && !method.isBridge())
			.map((method) -> result.apply(text(method.getGenericReturnType(), renamed)) + " " + method.getName()
					+ parameters(method, renamed))
			.collect(Collectors.toCollection(TreeSet::new));
	}

	private static String parameters(Method method, Map<String, String> renamed) {
		return Arrays.stream(method.getParameterTypes())
			.map((type) -> renamed.getOrDefault(type.getSimpleName(), type.getSimpleName()))
			.collect(Collectors.joining(", ", "(", ")"));
	}

	private static String text(Type type, Map<String, String> renamed) {
		if (type instanceof ParameterizedType generic) {
			return text(generic.getRawType(), renamed) + Arrays.stream(generic.getActualTypeArguments())
				.map((argument) -> text(argument, renamed))
				.collect(Collectors.joining(", ", "<", ">"));
		}
		if (type instanceof TypeVariable<?> || type instanceof GenericArrayType) {
			return type.getTypeName();
		}
		String name = ((Class<?>) type).getSimpleName();
		return renamed.getOrDefault(name, name);
	}

	private static String boxed(String type) {
		return switch (type) {
			case "void" -> "Void";
			case "boolean" -> "Boolean";
			default -> type;
		};
	}

}
