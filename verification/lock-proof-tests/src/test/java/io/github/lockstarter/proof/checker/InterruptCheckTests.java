package io.github.lockstarter.proof.checker;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link InterruptCheck}.
 */
class InterruptCheckTests {

	private static final String INTERRUPTED = "A 0 z L 99; S 0 a L 5000 0 0 plain; i 100 a; N %d a %s;";

	@Test
	void whoIsInterruptedWaitsNoLonger() {
		assertThat(CheckerTests.violated(INTERRUPTED.formatted(110, "INTERRUPTED"))).isEmpty();
		assertThat(CheckerTests.violated(INTERRUPTED.formatted(1_900, "HELD"))).containsExactly("Interrupt");
	}

	@Test
	void whoGetsTheLockAfterAnInterruptHasWaited() {
		assertThat(CheckerTests
			.violated("O 1890 i L 0 5 5 1;S 0 a L 5000 0 0 plain; i 100 a; E 1900 a 5 3000; X 1901 a; R 1902 a OK"))
			.containsExactly("Interrupt");
	}

	@Test
	void whoHasTheLockWorksOn() {
		assertThat(CheckerTests
			.violated("O 9 i L 0 5 5 1;S 0 a L 5000 0 0 plain; E 10 a 5 3000; i 100 a; X 1901 a; R 1902 a OK"))
			.isEmpty();
	}

	@Test
	void processThatStandsStillDoesNotKnow() {
		assertThat(CheckerTests.violated(INTERRUPTED.formatted(1_900, "INTERRUPTED") + "P 1890 95")).isEmpty();
	}

}
