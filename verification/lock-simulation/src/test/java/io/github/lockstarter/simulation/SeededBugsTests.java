package io.github.lockstarter.simulation;

import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link SeededBugs}: the simulation sees what is broken.
 */
// each is compiled, and runs in a JVM of its own
@Tag("slow")
class SeededBugsTests {

	private final List<String> told = new ArrayList<>();

	@ParameterizedTest
	@ValueSource(strings = { "release without owner check", "trust in push arrival" })
	void seededBugIsSeen(String name) throws Exception {
		assertThat(new SeededBugs("60", this.told::add).areSeen(name)).as("%s", this.told).isTrue();
	}

	@Test
	void bugThatNoCheckHasTimeToSeeIsNotSeen() throws Exception {
		assertThat(new SeededBugs("0", this.told::add).areSeen("release without owner check")).isFalse();
		assertThat(this.told).singleElement().asString().contains("NOT SEEN", "runs=0");
	}

}
