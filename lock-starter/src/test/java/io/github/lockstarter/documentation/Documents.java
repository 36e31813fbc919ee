package io.github.lockstarter.documentation;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * The documents and sources of this repository, as files.
 */
final class Documents {

	static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

	private static final List<String> FOLDERS = List.of("docs", "lock-sample-app", ".github");

	private Documents() {
	}

	/**
	 * All documents that people write. What a program has written is left out.
	 */
	static List<Document> all() {
		Stream<Path> atTheRoot = list(ROOT).filter((file) -> !Files.isDirectory(file));
		return Stream.concat(atTheRoot, FOLDERS.stream().map(ROOT::resolve).flatMap(Documents::walk))
			.filter((file) -> file.toString().endsWith(".md"))
			.filter((file) -> !List.of("RESULTS.md", "REPORT.md").contains(file.getFileName().toString()))
			.sorted()
			.map(Document::new)
			.toList();
	}

	/**
	 * What users read: the README, the pages below docs, and the page of the sample.
	 */
	static List<Document> forUsers() {
		return all().stream()
			.filter((document) -> document.name().equals("README.md") || document.name().startsWith("docs/")
					|| document.name().startsWith("lock-sample-app/"))
			.toList();
	}

	static Document named(String name) {
		return new Document(ROOT.resolve(name));
	}

	/**
	 * Sources of all modules, of Java and Kotlin.
	 */
	static List<Path> sources() {
		return Stream.of(ROOT, ROOT.resolve("lock-stores"), ROOT.resolve("verification"))
			.flatMap(Documents::list)
			.filter((module) -> Files.exists(module.resolve("pom.xml")))
			.flatMap(Documents::walk)
			.filter((file) -> file.toString().endsWith(".java") || file.toString().endsWith(".kt"))
			.filter((file) -> !ROOT.relativize(file).toString().contains("target"))
			.toList();
	}

	/**
	 * The sources of what an application gets with the starter.
	 */
	static List<Path> mainSources() {
		return Stream.of("lock-starter/engine", "lock-starter/autoconfigure", "lock-stores/redis")
			.flatMap((module) -> mainSources(ROOT.resolve(module)).stream())
			.toList();
	}

	/**
	 * Those, and the sources that are in the jars of the other stores.
	 */
	static List<Path> sourcesThatLog() {
		return Stream
			.concat(mainSources().stream(),
					list(ROOT.resolve("lock-stores")).filter((module) -> !module.endsWith("redis"))
						.flatMap((module) -> mainSources(module).stream()))
			.toList();
	}

	private static List<Path> mainSources(Path module) {
		return walk(module.resolve("src/main/java")).filter((file) -> file.toString().endsWith(".java")).toList();
	}

	static String text(Path file) {
		try {
			return Files.readString(file);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private static Stream<Path> list(Path folder) {
		try (Stream<Path> files = Files.list(folder)) {
			return files.toList().stream();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	// Not into what a build or a package manager has written: it comes and goes
	// meanwhile.
	private static Stream<Path> walk(Path folder) {
		return list(folder).filter((file) -> !List.of("target", "node_modules").contains(file.getFileName().toString()))
			.flatMap((file) -> Files.isDirectory(file) ? walk(file) : Stream.of(file));
	}

}
