package io.github.lockstarter.compatibility;

import java.nio.file.Path;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import io.github.lockstarter.compatibility.application.CompatibilityApplication;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The built jar in a JVM of its own that has what an application gets with it, and
 * nothing of the tests.
 */
@Tag("every-line")
class CompatibilityIntegrationTests {

	private static final ClassPath CLASS_PATH = ClassPath.ofTheStarter();

	private static ApplicationRun run;

	@BeforeAll
	static void runApplication(@TempDir Path directory) throws Exception {
		run = ApplicationRun.withRedis(directory, CLASS_PATH, CompatibilityApplication.class);
	}

	@Test
	void applicationDependsOnTheBuiltJarAndOnNothingOfTheTests() {
		assertThat(CLASS_PATH.names()).anyMatch((jar) -> jar.matches("lock-spring-boot-starter-[0-9].*\\.jar"))
			.noneMatch((jar) -> jar
				.matches(".*(junit|assertj|test|embedded|jdbc|zookeeper|etcd|consul|http|web|kotlin|shedlock"
						+ "|integration|actuator|micrometer-core|jackson|native-(epoll|kqueue|macos|quic)).*"));
	}

	@Test
	void applicationRunsOnTheExpectedVersions() {
		assertThat(run.versions()).contains(System.getProperty("expected.versions").split(", "));
	}

	@Test
	void applicationLocks() {
		run.assertLocked();
	}

	@Test
	void applicationLogsNoWarningBesideTheLoss() {
		assertThat(run.output()).filteredOn((line) -> line.matches(".* (WARN|ERROR) .*"))
			.singleElement()
			.asString()
			.contains("was lost");
	}

}
