package io.github.lockstarter.compatibility;

import java.nio.file.Files;
import java.nio.file.Path;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import io.github.lockstarter.compatibility.application.ProcessedApplication;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The application as it was processed ahead of time, on the JVM.
 */
class AheadOfTimeIntegrationTests {

	@Test
	void processedApplicationLocks(@TempDir Path directory) throws Exception {
		Path sources = directory.resolve("sources");
		// the JVM of the application looks for directories when it starts
		Path resources = Files.createDirectory(directory.resolve("resources"));
		Path classes = Files.createDirectory(directory.resolve("classes"));
		ApplicationRun run = ApplicationRun.withRedis(directory, ClassPath.ofTheStarter().with(resources, classes),
				ProcessedApplication.class, sources.toString(), resources.toString(), classes.toString());
		assertThat(run.output()).anyMatch((line) -> line.contains("Starting AOT-processed CompatibilityApplication"));
		run.assertLocked();
	}

}
