package io.github.lockstarter.proof.checker;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What the checks make of locks that are taken together: one of them is held while the
 * others are waited for, and no caller sees that.
 */
class SeveralLocksCheckerTests {

	@Test
	void oneOfSeveralIsKeptWhileTheOthersAreWaitedFor() {
		assertThat(CheckerTests.violated(CheckerTests.ORPHAN.formatted(1_400) + CheckerTests.RENEWED
				+ "S 50 b/0 L 2000 0 0 plain several; N 1350 b/0 HELD"))
			.isEmpty();
	}

	@Test
	void whoIsKilledWhileItWaitsForTheOthersHasNeededItForAsLongAsItLived() {
		String killed = CheckerTests.ORPHAN.formatted(2_790) + CheckerTests.RENEWED
				+ "S 50 b/0 L 2000 0 0 plain several;";
		assertThat(CheckerTests.violated(killed + "D 1700 1600 KILLED_CLIENT c1")).isEmpty();
		assertThat(CheckerTests.violated(killed)).containsExactly("Orphan");
	}

	@Test
	void lockIsNotUnheldWhileItIsOneOfSeveralThatWaitForTheOthers() {
		String waiter = "S 0 a L 9000 0 0 plain; N 9010 a HELD; A 5 i L 99; O 9 i L 0 5 5 1; n 10 i;"
				+ "o 11 i 10 OWNED 1 8000; r 8011 i; s 8012 i;";
		assertThat(CheckerTests.violated(waiter + "S 0 b/0 L 9000 0 0 plain several; S 0 b/1 M 9000 0 0 plain several;"
				+ "N 8010 b/0 HELD; N 8010 b/1 HELD; A -1 z M 99; O 3 z M 0 3 3 8000"))
			.isEmpty();
		assertThat(CheckerTests.violated(waiter)).contains("Progress");
	}

	@Test
	void whoseQuestionForOneOfThemWasNotSentMayHearUnavailableForAll() {
		String refused = "A 0 i L 99; O 9 i L 0 5 5 1000; r 310 i; s 420 i; t 310 i; S 300 a/0 M 10 0 0 plain%s;"
				+ "N 400 a/0 UNAVAILABLE";
		assertThat(CheckerTests.violated(refused.formatted(" several"))).isEmpty();
		assertThat(CheckerTests.violated(refused.formatted(""))).containsExactly("Outage");
	}

	@Test
	void whoHasWaitedForOneOfThemAsksOnceMoreForTheOthers() {
		String late = "D 500 0 DELAY *; S 0 a/0 L 300 0 0 plain%s; N 1100 a/0 UNAVAILABLE";
		assertThat(CheckerTests.violated(late.formatted(""))).contains("Wait");
		assertThat(CheckerTests.violated(late.formatted(" several"))).doesNotContain("Wait");
	}

	@Test
	void whichOneWasLostIsNotKnownFromTheEndOfTheCall() {
		String lost = "O 9 i L 0 5 5 1; O 9 j M 0 5 5 1; S 0 a/0 L 1000 690 0 plain several;"
				+ "S 0 a/1 M 1000 690 0 plain several; E 10 a/0 5 690; E 10 a/1 5 690; H 20 a/1 710;"
				+ "%s X 700 a/0; X 700 a/1; R 701 a/0 LOST; R 701 a/1 LOST";
		assertThat(CheckerTests.violated(lost.formatted(""))).contains("FalseLoss");
		assertThat(CheckerTests.violated(lost.formatted("L 690 a/0;"))).doesNotContain("FalseLoss");
	}

}
