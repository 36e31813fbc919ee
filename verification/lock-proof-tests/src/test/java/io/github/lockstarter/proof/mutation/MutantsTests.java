package io.github.lockstarter.proof.mutation;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import io.github.lockstarter.proof.overlay.Overlay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * Each seeded bug can be made from today's sources.
 */
class MutantsTests {

	@TempDir
	private Path directory;

	// the gate makes its own bugs
	@Test
	@Tag("slow")
	void everySeededBugFitsTheSources() {
		assertThat(new MutationGate(this.directory, System.out::println).unwritable()).isEmpty();
	}

	@Test
	void seededBugHasNoClockOfItsOwn() {
		Overlay overlay = new Overlay(this.directory);
		assertThatIllegalStateException()
			.isThrownBy(() -> overlay.source("Route", "", "redirects++", "redirects + System.nanoTime()"))
			.withMessageContaining("past the runtime");
	}

	// each of them is compiled: others each time
	@Test
	@Tag("slow")
	void someSeededBugsCanBeMade() {
		List<String> names = new ArrayList<>(MutationGate.names());
		assertThat(names).hasSizeGreaterThanOrEqualTo(15).doesNotHaveDuplicates();
		Collections.shuffle(names);
		MutationGate gate = new MutationGate(this.directory, System.out::println);
		assertThat(names.subList(0, 15)).allSatisfy((name) -> assertThat(gate.make(name)).isDirectory());
	}

	// all of them: minutes
	@Test
	@Tag("proof")
	void everySeededBugCanBeMade() {
		assertThat(new MutationGate(this.directory, System.out::println).makeAll()).isGreaterThanOrEqualTo(15);
	}

}
