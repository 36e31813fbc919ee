package io.github.lockstarter.test;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

/**
 * The program of a server that an environment variable names. A variable may name a
 * running server instead; only the path of a program has a slash and no scheme.
 */
final class NamedProgram {

	private NamedProgram() {
	}

	static Optional<Path> of(String variable) {
		return of(variable, System.getenv(variable));
	}

	// A test must not silently run on another server than the one that was named.
	static Optional<Path> of(String variable, @Nullable String value) {
		if (!isProgram(value)) {
			return Optional.empty();
		}
		Path program = Path.of(value.strip());
		if (!Files.isRegularFile(program) || !Files.isExecutable(program)) {
			throw new IllegalStateException(
					"The environment variable " + variable + " names no program: " + value.strip());
		}
		return Optional.of(program);
	}

	static boolean isProgram(@Nullable String value) {
		return value != null && value.contains("/") && !value.contains(":/");
	}

}
