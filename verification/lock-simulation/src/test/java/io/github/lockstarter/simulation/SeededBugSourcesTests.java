package io.github.lockstarter.simulation;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import io.github.lockstarter.proof.mutation.MutationGate;
import io.github.lockstarter.proof.overlay.Overlay;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Each seeded bug of the simulation alone can be made from today's sources, whichever are
 * drawn.
 */
class SeededBugSourcesTests {

	@TempDir
	private Path directory;

	// the gate makes its own bugs
	@Test
	@Tag("slow")
	void everySeededBugFitsTheSources() {
		Map<String, Consumer<Overlay>> bugs = new LinkedHashMap<>(JdbcBugs.all());
		bugs.putAll(EtcdBugs.all());
		bugs.putAll(EngineBugs.all());
		UnitBugs.all().forEach((name, bug) -> bugs.put(name, bug.change()));
		assertThat(new MutationGate(this.directory, (line) -> {
		}).unwritable(bugs)).isEmpty();
	}

	@Test
	void everyTestClassOfASeededBugIsThere() {
		assertThat(UnitBugs.all().values())
			.allSatisfy((bug) -> assertThat(UnitTests.module(bug.testClass())).isDirectory());
	}

}
