package io.github.lockstarter.proof.checker;

import java.util.List;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link OutageCheck}.
 */
class OutageCheckTests {

	@Test
	void whoseQuestionWasNotSentBecauseApplicationCodeThrewMayHearUnavailable() {
		String refused = "S 300 a L 10 0 0 plain; N 400 a UNAVAILABLE; A 0 i L 99; O 9 i L 0 5 5 1000; r 310 i; s 420 i;";
		assertThat(CheckerTests.violated(refused + "t 310 i")).isEmpty();
		assertThat(CheckerTests.violated(refused)).containsExactly("Outage");
		assertThat(CheckerTests.violated(refused + "t 290 i")).containsExactly("Outage");
	}

	@Test
	void answersAreLateForNoReasonWhereAMachineIsBusyAndNeverInVirtualTime() {
		String late = "A 290 i L 99; W 600 i 1 990; S 300 a L 10 0 0 plain; N 600 a UNAVAILABLE";
		assertThat(CheckerTests.violated(late)).isEmpty();
		assertThat(CheckerTests.violated(CheckerTests.findings(late, CheckerTests.VIRTUAL))).containsExactly("Outage");
		assertThat(CheckerTests.violated(late.replace("W 600", "W 330"))).containsExactly("Outage");
	}

	@Test
	void lastWordAndRenewalAreLateAsWellWhereAMachineIsBusy() {
		String refused = "A 310 i L 99; W 320 i 1 990; S 300 a L 10 0 0 plain; N 600 a UNAVAILABLE; C 500 i;";
		assertThat(CheckerTests.violated(refused + "c 520 i 999")).containsExactly("Outage");
		for (String late : List.of("c 620 i 999", "O 620 i L 0 5 5 900",
				"A 0 j M 99; O 9 j M 0 5 5 1500; n 400 j; o 480 j 400 OWNED 0 1500")) {
			assertThat(CheckerTests.violated(refused + late)).as(late).isEmpty();
			assertThat(CheckerTests.violated(CheckerTests.findings(refused + late, CheckerTests.VIRTUAL))).as(late)
				.containsExactly("Outage");
		}
	}

	@Test
	void shortLeaseIsOverBeforeItsAnswerWhereAMachineIsBusy() {
		String refused = "S 100 b L 900 50 0 plain; N 1100 b UNAVAILABLE; A 120 i L 99; W 130 i 1 990;"
				+ "S 300 a L 10 0 0 plain; N 600 a UNAVAILABLE;";
		assertThat(CheckerTests.violated(refused)).isEmpty();
		assertThat(CheckerTests.violated(refused.replace("900 50", "900 260"))).containsExactly("Outage");
		assertThat(CheckerTests.violated(CheckerTests.findings(refused, CheckerTests.VIRTUAL)))
			.containsExactly("Outage");
	}

	@Test
	void whoHasJustBeenCutOffMayHaveNoConnectionYetWhereAMachineIsBusy() {
		String refused = "S 3000 a L 10 0 0 plain; N 3100 a UNAVAILABLE;";
		assertThat(CheckerTests.violated(refused + "D 1900 1500 CUT c1")).isEmpty();
		assertThat(CheckerTests.violated(refused + "D -700 -900 CUT c1")).containsExactly("Outage");
	}

}
