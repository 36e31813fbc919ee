package io.github.lockstarter.proof.checker;

import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;

import io.github.lockstarter.proof.checker.Checker.Scope;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link HeldCheck}.
 */
class HeldCheckTests {

	// It does not wait, and is refused.
	private static final String REFUSED = "S 1000 a L 0 0 0 plain; A 1000 i L 99; W 1010 i 0 990; N 1010 a HELD;";

	private static final String QUEUED = "S 1000 a L 500 0 0 fair; A 1000 i L 99; W 1010 i 1 990; C 1500 i;"
			+ "c 1510 i 999; N 1510 a HELD;";

	private static final String HELD = "S 0 b L 1000 0 %d plain; A 0 j L 99; O 9 j L 0 5 5 1500; E 10 b 5 1400;";

	private static final String GIVEN_BACK = "X 50 b; r 50 j; s 60 j; R 61 b OK;";

	@Test
	void nobodyIsRefusedWhereNobodyHolds() {
		assertThat(CheckerTests.violated(REFUSED)).containsExactly("Held");
		assertThat(CheckerTests.violated(REFUSED.replace("N 1010 a HELD", "N 1010 a INTERRUPTED"))).isEmpty();
	}

	@Test
	void noFaultExcusesIt() {
		assertThat(CheckerTests.violated(REFUSED + "D 2000 10 BLACK_HOLE c1; P 1005 900; M 900 DATA_LOSS 900"))
			.containsExactly("Held");
	}

	@Test
	void holderOfThatTimeRefuses() {
		assertThat(CheckerTests.violated(REFUSED + HELD.formatted(0) + "X 1100 b; r 1100 j; s 1101 j; R 1101 b OK"))
			.isEmpty();
		assertThat(CheckerTests.violated(REFUSED + HELD.formatted(0) + GIVEN_BACK)).containsExactly("Held");
	}

	@Test
	void holderOfAnotherLockDoesNot() {
		assertThat(CheckerTests.violated(REFUSED + HELD.replace(" L ", " M ").formatted(0))).containsExactly("Held");
	}

	@Test
	void minimumHoldKeepsTheLockAfterItsRelease() {
		assertThat(CheckerTests.violated(REFUSED + HELD.formatted(900) + GIVEN_BACK)).isEmpty();
	}

	@Test
	void whoDoesNotReleaseHasItUntilTheLeaseIsOver() {
		assertThat(CheckerTests.violated(REFUSED + HELD.formatted(0))).isEmpty();
		assertThat(CheckerTests.violated(REFUSED.replace("10", "30") + HELD.formatted(0))).containsExactly("Held");
	}

	@Test
	void whoseQuestionHasNoAnswerMayHaveIt() {
		assertThat(CheckerTests.violated(REFUSED + "A 900 j L 99")).isEmpty();
		assertThat(CheckerTests.violated(REFUSED + "A 900 j L 99; W 910 j 0 890")).containsExactly("Held");
	}

	@Test
	void ownPlaceInTheQueueIsNoOther() {
		assertThat(CheckerTests.violated(QUEUED)).containsExactly("Held");
	}

	@Test
	void whoWaitsBeforeItMayHaveBeenHandedTheLock() {
		assertThat(CheckerTests.violated(QUEUED + "A 900 j L 99; W 910 j 1 890")).isEmpty();
		assertThat(CheckerTests.violated(QUEUED + "A 900 j L 99; W 910 j 1 890; C 920 j; c 930 j 900"))
			.containsExactly("Held");
	}

	@Test
	void whoWaitsInItsOwnProcessGoesByTheLastWordThere() {
		String refused = "S 1000 a L 40 0 0 %s; N 1041 a HELD;" + HELD.formatted(0) + GIVEN_BACK;
		assertThat(CheckerTests.violated(refused.formatted("plain"))).isEmpty();
		assertThat(CheckerTests.violated(refused.formatted("fair"))).containsExactly("Held");
	}

	@Test
	void oneOfSeveralThatIsHeldRefusesAll() {
		String refused = "S 1000 a/0 K 0 0 0 plain several; S 1000 a/1 L 0 0 0 plain several; N 1010 a/0 HELD;"
				+ "N 1010 a/1 HELD;";
		assertThat(CheckerTests.violated(refused + HELD.formatted(0))).isEmpty();
		List<Findings> found = CheckerTests.findings(refused);
		assertThat(found).filteredOn((findings) -> findings.check().equals("Held"))
			.singleElement()
			.satisfies((findings) -> assertThat(findings.violationCount()).as("of one call").isOne());
	}

	@Test
	void clockThatIsSetBackMakesLeasesLonger() {
		assertThat(CheckerTests.violated(REFUSED + HELD.formatted(0) + GIVEN_BACK + "M 40 BACKWARD_STEP 40")).isEmpty();
	}

	@Test
	void whoAsksAtTheSameTimeMayHaveAVoteOfAQuorum() {
		assertThat(violations(REFUSED, Scope.QUORUM)).isOne();
		assertThat(
				violations(REFUSED + "S 990 b L 0 0 0 plain; A 990 j L 99; W 1011 j 0 9; N 1012 b HELD", Scope.QUORUM))
			.isZero();
	}

	@Test
	void serverThatTakesThePlaceOfAnotherMayNotHaveHeardOfARelease() {
		String refused = REFUSED + HELD.formatted(0) + GIVEN_BACK;
		assertThat(violations(refused, Scope.CLUSTER)).isOne();
		assertThat(violations(refused + "D 800 55 NODE_KILLED *", Scope.CLUSTER)).isZero();
	}

	private static long violations(String text, Scope scope) {
		return Checker.check(CheckerTests.history(text), Map.of("c", CheckerTests.BOUNDS), scope)
			.stream()
			.filter((findings) -> findings.check().equals("Held"))
			.mapToLong(Findings::violationCount)
			.sum();
	}

	@Test
	void whoComesBehindAWaiterOfItsOwnJvmAsksNothing() {
		String behind = "S 1000 a L 0 0 0 plain; N 1010 a HELD;";
		String neighbour = "S 900 b L 5000 0 0 plain;";
		assertThat(CheckerTests.violated(behind)).containsExactly("Held");
		assertThat(CheckerTests.violated(behind + neighbour)).doesNotContain("Held");
		assertThat(CheckerTests.violated(behind + neighbour + "N 950 b INTERRUPTED")).contains("Held");
		assertThat(CheckerTests.violated(REFUSED + neighbour)).contains("Held");
	}

}
