package io.github.lockstarter.proof.checker;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link TogetherCheck}.
 */
class TogetherCheckTests {

	// Five seconds for two locks.
	private static final String LATE = "S 0 a/0 L 6000 0 0 plain several; S 0 a/1 M 6000 0 0 plain several;"
			+ "A 9 i L 99; W 10 i 1 990; A 4990 i L 99; O 4995 i L 0 5 5 1500; A 4995 j M 99; O 4998 j M 0 7 7 1500;"
			+ "E 5000 a/0 5 6400; E 5000 a/1 7 6400; X 5010 a/0; X 5010 a/1; R 5011 a/0 OK; R 5011 a/1 OK;";

	private static final String OTHER = "A -10 z M 99; O -5 z M 0 3 3 %d;";

	@Test
	void whoWaitsForLocksThatNobodyHasGetsThem() {
		assertThat(CheckerTests.violated(LATE)).containsExactly("Together");
		assertThat(CheckerTests.violated(LATE.replace("499", "249").replace("50", "25"))).isEmpty();
	}

	@Test
	void whatItHasItselfIsNoOther() {
		assertThat(CheckerTests.violated(LATE.replace("A 9 i L 99; W 10 i 1 990; A 4990 i L 99; O 4995",
				"A 9 i L 99; O 20 i L 0 5 5 1500; n 500 i; o 510 i 500 OWNED 0 6000; A 4990 i L 99; O 4995")))
			.contains("Together");
	}

	@Test
	void anotherHasOneOfThem() {
		assertThat(CheckerTests.violated(LATE + OTHER.formatted(3_000))).isEmpty();
		assertThat(CheckerTests.violated(LATE + OTHER.formatted(1_000))).containsExactly("Together");
	}

	@Test
	void anotherCallOfItsProcessMayHaveOneOfThem() {
		String other = "A 20 z M 99; O 30 z M 0 3 3 3000;";
		assertThat(CheckerTests.violated(LATE + other)).containsExactly("Together");
		assertThat(CheckerTests.violated(LATE + other
				+ "S 10 b/0 K 3500 0 0 plain several; S 10 b/1 M 3500 0 0 plain several; N 3500 b/0 UNAVAILABLE;"
				+ "N 3500 b/1 UNAVAILABLE"))
			.doesNotContain("Together");
	}

	@Test
	void faultThatHitsItIsAnExcuse() {
		assertThat(CheckerTests.violated(LATE + "D 2000 1900 CUT c1")).isEmpty();
		assertThat(CheckerTests.violated(LATE + "D 2000 1900 CUT c2; D 2000 1900 LOST_PUSH c1"))
			.containsExactly("Together");
	}

}
