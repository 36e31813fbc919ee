package io.github.lockstarter.compatibility;

import java.io.IOException;
import java.io.InputStream;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.asm.ClassReader;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The published jars, which are compiled with the newest line, refer to no class, method,
 * field or annotation that a line lacks, and implement all that it asks for. So this is
 * seen in code, too, that no other test runs on that line.
 */
@Tag("every-line")
class LinkageTests {

	/**
	 * Classes that may be missing: what refers to them is loaded only where they are.
	 */
	private static final String OPTIONAL = String.join("|",
			"io/github/lockstarter/autoconfigure/boot3/\\w+ -> org/springframework/boot/actuate/[\\w/$]+",
			"io/github/lockstarter/autoconfigure/boot4/\\w+ -> org/springframework/boot/health/[\\w/$]+",
			"io/github/lockstarter/integration/\\w+ -> org/springframework/integration/support/locks/DistributedLock",
			"io/github/lockstarter/jdbc/Postgres\\w+ -> org/postgresql/[\\w/$]+");

	// where a class file says its version, and what it is
	private static final int MAJOR_VERSION = 6;

	private static final int JAVA_17 = 61;

	@ParameterizedTest
	@ValueSource(strings = { "lock-engine", "lock-spring-boot-autoconfigure", "lock-store-redis", "lock-store-jdbc",
			"lock-store-zookeeper", "lock-store-etcd", "lock-store-consul", "lock-spring-boot-starter-test" })
	void everythingThatAJarRefersToIsThere(String artifact) throws IOException {
		ClassPath classPath = ClassPath.ofAllDependencies();
		Path jar = classPath.entries()
			.stream()
			.filter((entry) -> entry.getFileName().toString().matches(artifact + "-[0-9].*\\.jar"))
			.findFirst()
			.orElseThrow();
		Set<String> missing = new TreeSet<>();
		try (URLClassLoader loader = new URLClassLoader(classPath.urls(), ClassLoader.getPlatformClassLoader());
				JarFile opened = new JarFile(jar.toFile())) {
			ClassFiles files = new ClassFiles(loader);
			List<JarEntry> classes = opened.stream().filter((entry) -> entry.getName().endsWith(".class")).toList();
			assertThat(classes).isNotEmpty();
			for (JarEntry entry : classes) {
				try (InputStream input = opened.getInputStream(entry)) {
					byte[] code = input.readAllBytes();
					assertThat((code[MAJOR_VERSION] << 8) | code[MAJOR_VERSION + 1]).as("%s is for Java 17", entry)
						.isEqualTo(JAVA_17);
					new ClassReader(code).accept(new MissingReferences(files, missing),
							ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
				}
			}
		}
		missing.removeIf((reference) -> reference.matches(OPTIONAL));
		assertThat(missing).isEmpty();
	}

}
