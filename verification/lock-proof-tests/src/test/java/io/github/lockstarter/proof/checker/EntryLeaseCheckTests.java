package io.github.lockstarter.proof.checker;

import java.util.List;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link EntryLeaseCheck}.
 */
class EntryLeaseCheckTests {

	private static final String WORK = "S 0 a L 1000 900 0 plain; E 100 a 5 %d; X 200 a; R 201 a OK;";

	private static final String ANSWER = "A 1 i L 99; O 10 i L 0 5 5 900;" + WORK;

	private static final String MESSAGE = "A 1 i L 99; W 5 i 1 990; G 50 i L 0 5 5 500;" + WORK;

	// The first is granted at once, the second 0.8 s later.
	private static final String SEVERAL = "S 0 a/0 L 9000 900 0 plain several; S 0 a/1 M 9000 900 0 plain several;"
			+ "A 1 i L 99; O 5 i L 0 5 5 900; A 700 j M 99; O 800 j M 0 7 7 900;"
			+ "E 810 a/0 5 %d; E 810 a/1 7 1589; X 820 a/0; X 820 a/1; R 821 a/0 OK; R 821 a/1 OK;";

	@Test
	void fixedLeaseIsWholeButForTheAnswerAndTheClocks() {
		assertThat(violated(ANSWER.formatted(889))).isEmpty();
		assertThat(violated(ANSWER.formatted(820))).containsExactly("EntryLease");
	}

	@Test
	void threadOfABusyMachineMayNotRunBetweenTwoReadingsOfAClock() {
		assertThat(CheckerTests.violated(ANSWER.formatted(490))).isEmpty();
		assertThat(CheckerTests.violated(ANSWER.formatted(480))).containsExactly("EntryLease");
	}

	@Test
	void onlyThatProcessIsExcusedByAPauseOrByItsClock() {
		String cut = ANSWER.formatted(500);
		assertThat(violated(cut + "P 90 20")).isEmpty();
		assertThat(violated(cut + "D 90 20 CLIENT_CLOCK c1")).isEmpty();
		assertThat(violated(cut + "D 90 20 CLIENT_CLOCK c2; D 90 20 DELAY c1")).containsExactly("EntryLease");
	}

	@Test
	void whatIsGrantedCountsFromTheOldestQuestionWithoutAnAnswer() {
		String repeated = "A 1 i L 99; A 40 i L 99; O 60 i L 0 5 5 900;" + WORK;
		assertThat(violated(repeated.formatted(889))).isEmpty();
		String again = "A 1 i L 99; W 10 i 1 990; A 40 i L 99; O 60 i L 0 5 5 900;" + WORK;
		assertThat(violated(again.formatted(929))).isEmpty();
		assertThat(violated(again.formatted(860))).containsExactly("EntryLease");
	}

	@Test
	void whatAMessageHandsOverIsHalfThereAndAskedFor() {
		assertThat(violated(MESSAGE.formatted(400) + "n 90 i")).isEmpty();
		assertThat(violated(MESSAGE.formatted(230) + "n 90 i")).containsExactly("EntryLease");
		assertThat(violated(MESSAGE.formatted(400))).containsExactly("EntryLease");
		assertThat(violated(MESSAGE.formatted(400) + "n 110 i")).containsExactly("EntryLease");
	}

	@Test
	void messageThatWasTooOldIsAskedAbout() {
		String old = "A 1 i L 99; W 5 i 1 990; A 30 i L 99; G 90 i L 0 5 5 500; A 90 i L 99; O 95 i L 0 5 5 900;"
				+ WORK;
		assertThat(violated(old.formatted(919))).isEmpty();
		assertThat(violated(old.formatted(340))).isEmpty();
		assertThat(violated(old.formatted(270))).containsExactly("EntryLease");
	}

	@Test
	void answerToTheQuestionBeforeAMessageMayBeShorterThanTheMessage() {
		assertThat(violated("A 1 i L 99; W 5 i 1 990; A 600 i L 99; G 900 i L 0 5 5 900; A 900 i L 99;"
				+ "O 905 i L 0 5 5 900; S 0 a L 1000 900 0 fair; E 910 a 5 1489; X 920 a; R 921 a OK"))
			.isEmpty();
	}

	@Test
	void firstOfSeveralIsMadeLongerWhenTheLastIsThere() {
		assertThat(violated(SEVERAL.formatted(1_589) + "n 700 i; o 790 i 700 OWNED 0 900")).isEmpty();
		assertThat(violated(SEVERAL.formatted(889))).containsExactly("EntryLease");
	}

	@Test
	void roundIsLongerWhereAFaultHitsIt() {
		assertThat(violated(SEVERAL.formatted(889) + "D 720 700 CUT c1")).isEmpty();
		assertThat(violated(SEVERAL.formatted(889) + "D 720 700 CUT c2; D 720 700 LOST_PUSH c1"))
			.containsExactly("EntryLease");
	}

	@Test
	void renewedLeaseMayBeShort() {
		assertThat(
				violated("A 1 i L 99; O 10 i L 0 5 5 1500; S 0 a L 1000 0 0 plain; E 100 a 5 400; X 200 a; R 201 a OK"))
			.isEmpty();
	}

	private static List<String> violated(String history) {
		return CheckerTests.violated(CheckerTests.findings(history, CheckerTests.VIRTUAL));
	}

}
