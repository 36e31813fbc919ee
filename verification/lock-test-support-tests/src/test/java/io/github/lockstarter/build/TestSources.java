package io.github.lockstarter.build;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The sources of the tests of all modules.
 */
final class TestSources {

	static final Path ROOT = Path.of("..", "..").toAbsolutePath().normalize();

	private TestSources() {
	}

	/**
	 * The modules with some words in the source of a test.
	 * @param words the words
	 * @return the directories of the modules
	 */
	static List<Path> modulesWith(String words) throws IOException {
		return directories().stream()
			.filter((tests) -> isIn(tests, words))
			.map((tests) -> tests.getParent().getParent())
			.toList();
	}

	/**
	 * Without a look into what other modules build meanwhile, which comes and goes.
	 */
	private static List<Path> directories() throws IOException {
		List<Path> found = new ArrayList<>();
		Files.walkFileTree(ROOT, Set.of(), 6, new SimpleFileVisitor<>() {

			@Override
			public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) {
				// the clone itself may have any name
				String name = ROOT.relativize(directory).getFileName().toString();
				if (directory.endsWith(Path.of("src", "test"))) {
					found.add(directory);
				}
				return (name.equals("target") || name.startsWith(".")) ? FileVisitResult.SKIP_SUBTREE
						: FileVisitResult.CONTINUE;
			}

		});
		return found;
	}

	private static boolean isIn(Path tests, String words) {
		try (Stream<Path> files = Files.walk(tests)) {
			return files.filter((file) -> file.toString().endsWith(".java"))
				.anyMatch((file) -> read(file).contains(words));
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	static String read(Path file) {
		try {
			return Files.readString(file);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
