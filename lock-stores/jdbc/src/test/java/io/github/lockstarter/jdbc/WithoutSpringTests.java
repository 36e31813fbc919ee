package io.github.lockstarter.jdbc;

import java.io.File;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

import io.github.lockstarter.core.LockTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * A program of plain Java, in a JVM that has the engine, this store, the API of the log,
 * a database, and nothing else.
 */
@Timeout(120)
class WithoutSpringTests {

	private static final List<Class<?>> CLASS_PATH = List.of(WithoutSpring.class, JdbcLockStore.class,
			LockTemplate.class, LoggerFactory.class, org.h2.Driver.class);

	@Test
	void programLocksWithoutSpring(@TempDir Path directory) throws Exception {
		Path output = directory.resolve("output");
		Process program = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-cp",
				places().map(Path::toString).collect(Collectors.joining(File.pathSeparator)),
				WithoutSpring.class.getName())
			.redirectErrorStream(true)
			.redirectOutput(output.toFile())
			.start();
		try {
			assertThat(program.waitFor(100, TimeUnit.SECONDS)).as("the program ends").isTrue();
			assertThat(Files.readString(output)).containsPattern("(?m)^Holds order:42 with token [0-9]+$")
				.doesNotContain("Exception");
			assertThat(program.exitValue()).isZero();
		}
		finally {
			program.destroyForcibly();
		}
	}

	@Test
	void thatClassPathHasNoSpring() throws Exception {
		URL[] urls = places().map(WithoutSpringTests::url).toArray(URL[]::new);
		try (URLClassLoader loader = new URLClassLoader(urls, ClassLoader.getPlatformClassLoader())) {
			assertThat(loader.loadClass(LockTemplate.class.getName())).isNotNull();
			for (String absent : List.of("org.springframework.core.SpringVersion",
					"io.github.lockstarter.annotation.DistributedLocked")) {
				assertThat(Class.forName(absent)).as("that of the tests").isNotNull();
				assertThatExceptionOfType(ClassNotFoundException.class).isThrownBy(() -> loader.loadClass(absent));
			}
		}
	}

	private static Stream<Path> places() {
		return CLASS_PATH.stream().map((type) -> {
			try {
				return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
			}
			catch (URISyntaxException ex) {
				throw new IllegalStateException(ex);
			}
		});
	}

	private static URL url(Path place) {
		try {
			return place.toUri().toURL();
		}
		catch (java.net.MalformedURLException ex) {
			throw new IllegalStateException(ex);
		}
	}

}
