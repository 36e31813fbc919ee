package io.github.lockstarter.build;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

import io.github.lockstarter.test.TestPatience;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Where tests wait without saying for how long, it is as long as {@link TestPatience}
 * says, which is too short for nobody. Only modules that have it know it.
 */
class PatienceOfTestsTests {

	@Test
	void everyModuleWhoseTestsWaitHasTheTestSupport() throws IOException {
		List<Path> waiting = TestSources.modulesWith("org.awaitility");
		assertThat(waiting).hasSizeGreaterThan(5)
			.allSatisfy((module) -> assertThat(poms(module)).as("%s", module)
				.anyMatch((pom) -> pom.contains("<artifactId>lock-test-support</artifactId>")));
	}

	/**
	 * That of a module, and that of its neighbours. The root manages the version for all.
	 */
	private static List<String> poms(Path module) {
		return Stream.of(module, module.getParent())
			.filter((directory) -> !directory.equals(TestSources.ROOT))
			.map((directory) -> directory.resolve("pom.xml"))
			.filter(Files::isRegularFile)
			.map(TestSources::read)
			.toList();
	}

}
