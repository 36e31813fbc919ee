package io.github.lockstarter.proof.checker;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link CutoffCheck}: an attempt that became the owner after its cutoff.
 */
class CutoffCheckTests {

	private static final String LATE = "A 0 i L 990; V 90 L i 1100000 9 60;";

	@Test
	void whoCannotHaveHadAPlaceMustNotBecomeTheOwner() {
		assertThat(CheckerTests.violated(LATE)).containsExactly("Cutoff");
		assertThat(CheckerTests.violated(LATE + "O 9 i L 0 5 6 300")).contains("Cutoff");
		assertThat(CheckerTests.violated(LATE + "D 20 10 CUT other")).containsExactly("Cutoff");
	}

	@Test
	void whoWasNotSeenYetWasGrantedItLater() {
		String late = "A 0 i L 990; V 90 L i 900000 9 60 1100;";
		assertThat(CheckerTests.violated(late + "O 95 i L 0 5 6 300")).contains("Cutoff");
		assertThat(CheckerTests.violated("A 0 i L 990; V 50 L i 900000 9 40 900; V 90 L i 900000 12 60 1100;"))
			.as("a lease that was made longer")
			.isEmpty();
	}

	@Test
	void whoWasHandedTheLockHadAPlace() {
		assertThat(CheckerTests.violated(LATE + "G 91 i L 1100 1100000 1100009 300")).doesNotContain("Cutoff");
		assertThat(CheckerTests.violated(LATE + "G 50 i L 500 500000 500009 300")).contains("Cutoff");
	}

	@Test
	void whoHeardNothingForAFaultMayHaveHadAPlace() {
		assertThat(CheckerTests.violated(LATE + "D 20 10 CUT c1")).isEmpty();
		assertThat(CheckerTests.violated(LATE + "D 20 10 CUT c1; O 9 i L 0 5 6 300")).contains("Cutoff");
	}

}
