package io.github.lockstarter.aspect;

import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;

import org.jspecify.annotations.Nullable;

/**
 * The result of a skipped method: an empty optional if it returns one, otherwise null.
 */
final class SkippedResult {

	private SkippedResult() {
	}

	static boolean existsFor(Class<?> resultType) {
		return !resultType.isPrimitive() || resultType == void.class;
	}

	static @Nullable Object of(Class<?> resultType) {
		if (resultType == Optional.class) {
			return Optional.empty();
		}
		if (resultType == OptionalInt.class) {
			return OptionalInt.empty();
		}
		if (resultType == OptionalLong.class) {
			return OptionalLong.empty();
		}
		return (resultType == OptionalDouble.class) ? OptionalDouble.empty() : null;
	}

}
