package io.github.lockstarter.proof.checker;

import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What is promised, and what is not, where another server takes the place of the master
 * or not enough masters can be reached.
 */
class ManyServersCheckerTests {

	@ParameterizedTest(name = "{0} {1}")
	@MethodSource
	void brokenPromiseIsFound(String check, String what, String history) {
		assertThat(CheckerTests.violated(history)).containsExactly(check);
	}

	static Stream<Arguments> brokenPromiseIsFound() {
		return Stream.of(
				Arguments.arguments("Minority", "a grant while fewer than a majority could be asked",
						"D 100 20 MINORITY *; A 30 i L 99; O 90 i L 0 5 5 1"),
				Arguments.arguments("Minority", "a grant to a question of then, of one that had asked before",
						"D 100 20 MINORITY *; A 10 i L 99; A 50 i L 99; O 90 i L 0 5 5 1"),
				Arguments.arguments("Minority", "a renewal while fewer than a majority could be asked",
						"A 0 i L 99; O 9 i L 0 5 5 1000; n 30 i; o 40 i 30 OWNED 10 1000; D 100 20 MINORITY *"),
				Arguments.arguments("Overlap", "two holders for longer than the switch of a master",
						"M 1200 SWITCH 100; O 9 i L 0 5 5 9000; S 0 a L 1000 0 0 plain; E 10 a 5 9000; X 3300 a; R 3301 a OK;"
								+ "O 799 j L 0 6 9 1; S 0 b L 1000 0 0 plain; E 800 b 6 9000; X 4000 b; R 4001 b OK"),
				Arguments.arguments("Overlap", "two holders before the switch of a master",
						"M 2500 SWITCH 1200;" + CheckerTests.TWO_HOLDS.formatted("900", "6")),
				Arguments.arguments("FalseLoss", "a lease that the replica knew when it became the master",
						"O 9 i L 0 5 5 9000;S 0 a L 1000 0 0 plain; E 10 a 5 9000; L 4000 a; X 4100 a; R 4101 a LOST;"
								+ "M 1500 SWITCH 500; D 1500 1400 SWITCHED *"),
				Arguments.arguments("FalseLoss", "a renewed lease, while one of three masters had no memory",
						CheckerTests.LOST_LEASE + "D 1400 10 FULL_MEMORY *@0/3"),
				Arguments.arguments("Outage", "a refusal long after Sentinel has named the new master",
						"D 1200 1100 SWITCHED *; S 4800 a L 10 0 0 plain; N 4900 a UNAVAILABLE"));
	}

	@ParameterizedTest(name = "{0} {1}")
	@MethodSource
	void whatIsNotPromisedIsCountedByItsReason(String check, String reason, String history) {
		assertThat(CheckerTests.violated(history)).isEmpty();
		assertThat(CheckerTests.findings(history)).filteredOn((findings) -> findings.check().equals(check))
			.allSatisfy((findings) -> assertThat(findings.excludedCases()).containsKey(reason))
			.hasSize(1);
	}

	static Stream<Arguments> whatIsNotPromisedIsCountedByItsReason() {
		return Stream.of(
				Arguments.arguments("Overlap", "Sentinel was just naming another master",
						"M 700 SWITCH 600;" + CheckerTests.TWO_HOLDS.formatted("900", "6")),
				Arguments.arguments("Token", "one of the two had it from a master that Sentinel was just replacing",
						CheckerTests.TWO_HOLDS.formatted("700", "4") + ";O 8 k L 0 4 4 1;M 750 SWITCH 650"),
				Arguments.arguments("FalseLoss", "granted while Sentinel replaced the master",
						"M 300 SWITCH -100;" + CheckerTests.LOST_LEASE.replace("L 1500", "L 700")),
				Arguments.arguments("FalseLoss", "Sentinel took most of a lease to replace the master",
						"M 1200 SWITCH 300;" + CheckerTests.LOST_LEASE.replace("L 1500", "L 1400")),
				Arguments.arguments("FalseLoss", "a fault or a pause kept the renewals away",
						CheckerTests.LOST_LEASE + "D 1400 -100 FULL_MEMORY *@0/3; D 1400 300 MASTER_PAUSED *@1/3"),
				Arguments.arguments("MinHold", "its master was just being replaced by Sentinel",
						"M 300 SWITCH -100; S 0 a L 1000 0 900 plain; E 10 a 5 1500; X 20 a; R 21 a OK; O 9 i L 0 5 6 1;"
								+ "S 0 b L 1000 0 0 plain; E 60 b 6 1500; X 70 b; R 71 b OK"),
				Arguments.arguments("Ghost", "another master did not hear that it left",
						"M 70 SWITCH 40; A 0 i L 99; W 9 i 1 990; C 50 i; c 51 i 1000; G 90 i L 1001 5 5 300"));
	}

	@Test
	void whoCannotHearOfASwitchMayStayWithTheFormerMaster() {
		String late = "M 1200 SWITCH 100; O 9 i L 0 5 5 9000; S 0 a L 1000 0 0 plain; E 10 a 5 9000; X 4300 a; R 4301 a OK;"
				+ "O 799 j L 0 6 9 1; S 0 b L 1000 0 0 plain; E 800 b 6 9000; X 5000 b; R 5001 b OK;";
		assertThat(CheckerTests.violated(late)).containsExactly("Overlap");
		assertThat(CheckerTests.violated(late + "P 3000 1100")).isEmpty();
		assertThat(CheckerTests.violated(late + "P 2000 1100")).containsExactly("Overlap");
	}

	@Test
	void whoIsKilledWorksNoLongerThanTheSwitchOfItsMaster() {
		String stays = "M 1200 SWITCH 100; O 9 i L 0 5 5 9000; S 0 a L 1000 0 0 plain; E 10 a 5 9000;"
				+ "O 799 j L 0 6 9 1; S 0 b L 1000 0 0 plain; E 800 b 6 9000; X 5000 b; R 5001 b OK;";
		assertThat(CheckerTests.violated(stays)).contains("Overlap");
		assertThat(CheckerTests.violated(stays + "D 2500 2000 KILLED_CLIENT c1")).doesNotContain("Overlap");
	}

	@Test
	void whatAMajorityAnsweredBeforeMayBeHeardWhileItIsAway() {
		assertThat(CheckerTests.violated("D 100 20 MINORITY *; A 10 i L 99; O 90 i L 0 5 5 1;"
				+ "A 30 j M 99; O 101 j M 0 5 5 1; n 19 i; o 30 i 19 OWNED 0 0; n 50 i; o 60 i 50 LOST 0 0"))
			.isEmpty();
	}

	@Test
	void whoStoodStillDuringASwitchMayBeGrantedByTheFormerMasterLongAfterIt() {
		String holds = "S 4310 a L 1000 0 0 plain; A 4310 i L 99; O 4399 i L 9 9 9 1500; E 4400 a 9 5800; X 4410 a; R 4411 a OK;"
				+ "S 4300 b L 1000 0 0 plain; A 4300 j L 99; O 4449 j L 5 5 5 1500; E 4450 b 5 5800; X 4460 b; R 4461 b OK;"
				+ "M 400 SWITCH 300;";
		assertThat(CheckerTests.violated(holds)).containsExactly("Token");
		assertThat(CheckerTests.violated(holds + "P 4300 350")).isEmpty();
	}

}
