package io.github.lockstarter.benchmark.workload;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Finds a Java that has virtual threads: this one, that of {@code JAVA_25_HOME}, or one
 * where Linux distributions put them.
 */
final class ModernJava {

	private static final int FIRST_WITH_VIRTUAL_THREADS = 21;

	private ModernJava() {
	}

	static Optional<Path> find() {
		if (Runtime.version().feature() >= FIRST_WITH_VIRTUAL_THREADS) {
			return Optional.of(Path.of(System.getProperty("java.home")));
		}
		String given = System.getenv("JAVA_25_HOME");
		if (given != null) {
			return Optional.of(Path.of(given));
		}
		Path installed = Path.of("/usr/lib/jvm");
		if (!Files.isDirectory(installed)) {
			return Optional.empty();
		}
		try (Stream<Path> homes = Files.list(installed)) {
			return homes.filter((home) -> home.getFileName().toString().matches(".*\\b(21|25)\\b.*"))
				.filter((home) -> Files.isExecutable(home.resolve("bin").resolve("java")))
				.max(Comparator.comparing((home) -> home.getFileName().toString().contains("25")));
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
