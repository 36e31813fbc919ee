package io.github.lockstarter.build;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What {@code mvn verify} leaves to the gate has to run there: on the second JDK, which
 * has some of the modules.
 */
class TestsOfTheGateTests {

	private static final Set<String> WITH_THE_STARTER = Set.of("lock-starter", "lock-starter/autoconfigure",
			"lock-starter/engine");

	@Test
	void secondJdkHasAllModulesWithTestsOfTheGate() throws IOException {
		// in two parts, because the source of this test is read as well
		List<Path> modules = TestSources.modulesWith("@Tag(" + "\"gate\")");
		String run = TestSources.read(TestSources.ROOT.resolve(".ci/run"));
		assertThat(run)
			.contains("-Psecond-jdk \\\n\t\t-pl lock-starter,\"$(echo lock-stores/* verification/lock-redis-tests ");
		assertThat(modules).hasSizeGreaterThan(3)
			.extracting((module) -> TestSources.ROOT.relativize(module).toString())
			.allMatch((module) -> WITH_THE_STARTER.contains(module) || module.startsWith("lock-stores/")
					|| module.equals("verification/lock-redis-tests"));
	}

}
