package io.github.lockstarter.proof.mutation;

import java.nio.file.Path;

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

	@Test
	void everySeededBugFitsTheSources() {
		assertThat(new MutationGate(this.directory, System.out::println).unwritable()).isEmpty();
	}

	@Test
	void seededBugHasNoClockOfItsOwn() {
		Overlay overlay = new Overlay(this.directory);
		assertThatIllegalStateException()
			.isThrownBy(() -> overlay.source("redis/Route.java", "redirects++", "redirects + System.nanoTime()"))
			.withMessageContaining("past the runtime");
	}

	// each of them is compiled
	@Test
	@Tag("slow")
	void everySeededBugCanBeMade() {
		assertThat(new MutationGate(this.directory, System.out::println).makeAll()).isGreaterThanOrEqualTo(15);
		assertThat(MutationGate.names()).doesNotHaveDuplicates();
	}

}
