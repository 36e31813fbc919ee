package io.github.lockstarter.compatibility;

import java.nio.file.Path;
import java.util.List;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The built jar in a JVM of its own that has what an application gets with it, and
 * nothing of the tests.
 */
class CompatibilityIntegrationTests {

	private static List<String> output;

	private static int status;

	@BeforeAll
	static void runApplication(@TempDir Path directory) throws Exception {
		ApplicationRun run = ApplicationRun.in(directory);
		output = run.output();
		status = run.status();
	}

	@Test
	void applicationDependsOnTheBuiltJarAndOnNothingOfTheTests() {
		assertThat(ApplicationRun.DEPENDENCIES).containsPattern("lock-spring-boot-starter-[^/]*\\.jar")
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

}
