package io.github.lockstarter.compatibility;

import java.nio.file.Path;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The application as it was processed ahead of time, on the JVM.
 */
class AheadOfTimeIntegrationTests {

	@Test
	void processedApplicationLocks(@TempDir Path directory) throws Exception {
		ApplicationRun run = ApplicationRun.in(directory, "-Dspring.aot.enabled=true");
		assertThat(run.output()).anyMatch((line) -> line.contains("Starting AOT-processed CompatibilityApplication"))
			.contains("OK annotation", "OK future", "OK reactor", "OK several keys", "OK contention", "OK hand-over",
					"OK loss", "OK end");
		assertThat(run.status()).isZero();
	}

}
