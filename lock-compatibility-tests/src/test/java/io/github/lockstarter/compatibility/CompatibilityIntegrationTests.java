package io.github.lockstarter.compatibility;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import io.github.lockstarter.test.TestRedis;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The built jar in a JVM of its own that has what an application gets with it, and
 * nothing of the tests.
 */
class CompatibilityIntegrationTests {

	private static final String DEPENDENCIES = dependencies();

	private static List<String> output;

	private static int status;

	@BeforeAll
	static void runApplication(@TempDir Path directory) throws Exception {
		Path log = directory.resolve("application.log");
		Process application = new ProcessBuilder(command()).redirectErrorStream(true)
			.redirectOutput(log.toFile())
			.start();
		try {
			assertThat(application.waitFor(2, TimeUnit.MINUTES)).as("the application ends").isTrue();
			status = application.exitValue();
		}
		finally {
			application.destroyForcibly();
			output = Files.readAllLines(log);
			output.forEach(System.out::println);
		}
	}

	@Test
	void applicationDependsOnTheBuiltJarAndOnNothingOfTheTests() {
		assertThat(DEPENDENCIES).containsPattern("lock-spring-boot-starter-[^/]*\\.jar")
			.doesNotContain("junit", "assertj", "lock-test-support", "embedded-redis");
	}

	@Test
	void applicationRunsOnTheExpectedVersions() {
		String[] expected = System.getProperty("expected.versions").split(", ");
		assertThat(output).filteredOn((line) -> line.startsWith("OK Spring Boot"))
			.singleElement()
			.asString()
			.contains(expected);
	}

	@Test
	void applicationLocks() {
		assertThat(output).contains("OK annotation", "OK future", "OK reactor", "OK several keys", "OK contention",
				"OK hand-over", "OK loss", "OK end");
		assertThat(status).isZero();
	}

	@Test
	void applicationLogsNoWarningBesideTheLoss() {
		assertThat(output).filteredOn((line) -> line.matches(".* (WARN|ERROR) .*"))
			.singleElement()
			.asString()
			.contains("was lost");
	}

	private static List<String> command() {
		TestRedis redis = TestRedis.shared();
		List<String> command = new ArrayList<>();
		command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
		if (Runtime.version().feature() >= 24) {
			// Netty loads native code
			command.add("--enable-native-access=ALL-UNNAMED");
		}
		command.addAll(List.of("-cp",
				System.getProperty("application.classes") + System.getProperty("path.separator") + DEPENDENCIES));
		command.add("-Dspring.data.redis.host=" + redis.host());
		command.add("-Dspring.data.redis.port=" + redis.port());
		command.add("-Ddistributed-lock.key-prefix=compatibility-" + UUID.randomUUID());
		command.add("-Ddistributed-lock.lease-time=10m");
		command.add("-Ddistributed-lock.poll-interval=1m");
		command.add(CompatibilityApplication.class.getName());
		return command;
	}

	private static String dependencies() {
		try {
			return Files.readString(Path.of(System.getProperty("application.dependencies"))).strip();
		}
		catch (IOException ex) {
			throw new IllegalStateException("Run \"mvn verify\": it writes down the dependencies of the application",
					ex);
		}
	}

}
