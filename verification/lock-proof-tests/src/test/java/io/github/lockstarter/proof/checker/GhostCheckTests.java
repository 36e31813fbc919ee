package io.github.lockstarter.proof.checker;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link GhostCheck}: what may still come after a waiter has left.
 */
class GhostCheckTests {

	private static final String LEFT = "A 0 i L 1100; C 50 i; c 51 i 1000; G 300 i L %d 5 5 9;";

	@Test
	void questionThatComesLateBeforeItsCutoffHasAPlaceForThreePolls() {
		assertThat(CheckerTests.violated(LEFT.formatted(1_500) + "D 20 0 CUT c1")).isEmpty();
	}

	@Test
	void placeIsOverAfterThreePolls() {
		assertThat(CheckerTests.violated(LEFT.formatted(1_100 + 3_000) + "D 20 0 CUT c1")).containsExactly("Ghost");
	}

	@Test
	void nothingComesLateOnAConnectionThatStands() {
		assertThat(CheckerTests.violated(LEFT.formatted(1_500))).containsExactly("Ghost");
	}

}
