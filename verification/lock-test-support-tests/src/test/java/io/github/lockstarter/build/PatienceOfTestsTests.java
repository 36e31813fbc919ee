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

import org.junit.jupiter.api.Test;

import io.github.lockstarter.test.TestPatience;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Where tests wait without saying for how long, it is as long as {@link TestPatience}
 * says, which is too short for nobody. Only modules that have it know it.
 */
class PatienceOfTestsTests {

	private static final Path ROOT = Path.of("..", "..").toAbsolutePath().normalize();

	@Test
	void everyModuleWhoseTestsWaitHasTheTestSupport() throws IOException {
		List<Path> waiting = directoriesOfTests().stream()
			.filter(PatienceOfTestsTests::waits)
			.map((tests) -> tests.getParent().getParent())
			.toList();
		assertThat(waiting).hasSizeGreaterThan(5)
			.allSatisfy((module) -> assertThat(poms(module)).as("%s", module)
				.anyMatch((pom) -> pom.contains("<artifactId>lock-test-support</artifactId>")));
	}

	/**
	 * Without a look into what other modules build meanwhile, which comes and goes.
	 */
	private static List<Path> directoriesOfTests() throws IOException {
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

	private static boolean waits(Path tests) {
		try (Stream<Path> files = Files.walk(tests)) {
			return files.filter((file) -> file.toString().endsWith(".java"))
				.anyMatch((file) -> read(file).contains("org.awaitility"));
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/**
	 * That of a module, and that of its neighbours. The root manages the version for all.
	 */
	private static List<String> poms(Path module) {
		return Stream.of(module, module.getParent())
			.filter((directory) -> !directory.equals(ROOT))
			.map((directory) -> directory.resolve("pom.xml"))
			.filter(Files::isRegularFile)
			.map(PatienceOfTestsTests::read)
			.toList();
	}

	private static String read(Path file) {
		try {
			return Files.readString(file);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
