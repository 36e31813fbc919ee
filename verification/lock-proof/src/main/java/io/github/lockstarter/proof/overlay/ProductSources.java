package io.github.lockstarter.proof.overlay;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The main sources of the modules that are published, wherever in the project they are.
 */
final class ProductSources {

	private static final String MAIN = "/src/main/java/";

	private static final List<Path> FILES = files();

	private ProductSources() {
	}

	/**
	 * The file of a type.
	 * @param type its simple name, or the end of its name
	 */
	static Path of(String type) {
		String end = "/" + type.replace('.', '/') + ".java";
		List<Path> found = FILES.stream().filter((file) -> slashed(file).endsWith(end)).toList();
		if (found.size() != 1) {
			throw new IllegalStateException(found.isEmpty() ? "There is no " + type : "There are several: " + found);
		}
		return found.get(0);
	}

	/**
	 * Where a file stands below the directory of sources.
	 */
	static String relative(Path file) {
		String path = slashed(file);
		return path.substring(path.indexOf(MAIN) + MAIN.length());
	}

	private static List<Path> files() {
		try (Stream<Path> top = Files.list(root())) {
			return top.filter((directory) -> directory.getFileName().toString().matches("lock-(starter|store).*"))
				.flatMap(ProductSources::below)
				.collect(Collectors.toList());
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private static Stream<Path> below(Path directory) {
		try (Stream<Path> files = Files.walk(directory)) {
			return files.filter((file) -> slashed(file).contains(MAIN) && slashed(file).endsWith(".java"))
				.toList()
				.stream();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private static Path root() {
		Path start = Path.of("").toAbsolutePath();
		for (Path path = start; path != null; path = path.getParent()) {
			if (Files.isDirectory(path.resolve("lock-starter")) && Files.isDirectory(path.resolve("verification"))) {
				return path;
			}
		}
		throw new IllegalStateException("Run this inside the project: no lock-starter is above " + start);
	}

	private static String slashed(Path path) {
		return path.toString().replace('\\', '/');
	}

}
