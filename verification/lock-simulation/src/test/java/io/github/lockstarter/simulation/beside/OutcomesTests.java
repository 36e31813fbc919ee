package io.github.lockstarter.simulation.beside;

import java.util.Arrays;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import io.github.lockstarter.proof.history.HistoryReader;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link Outcomes}.
 */
class OutcomesTests {

	private static final String CALL = "S 10 a L 5000 0 0 plain;";

	private static final String WORK = "B 50 a HELD; E 51 a 5 9000000; X 60 a; R 61 a OK";

	@ParameterizedTest
	@CsvSource({ "A 11 i L 99;O 20 i L 0 5 21 1500, ENTERED_AT_ONCE",
			"A 11 i L 99;W 12 i 1 0;O 20 i L 0 5 21 1500, ENTERED_BY_A_POLL",
			"A 11 i L 99;W 12 i 1 0;G 20 i L 0 5 21 1500;r 70 i, ENTERED_BY_A_MESSAGE",
			"A 11 i L 99;W 12 i 1 0;G 20 i L 0 5 21 1500;A 30 i L 99;O 40 i L 0 5 21 1500,"
					+ "ENTERED_BY_A_MESSAGE_AND_AN_ANSWER",
			"A 1 i L 99;O 2 i L 0 4 20 1500, ENTERED_FROM_A_NEIGHBOUR", "A 11 i L 99;W 12 i 1 0, UNKNOWN",
			"A 1 i L 99;O 2 i L 0 1 4 1500, UNKNOWN" })
	void entryIsKnownByWhatBroughtTheLock(String attempt, Outcome outcome) {
		Outcomes outcomes = of(attempt + ";" + CALL + WORK);
		assertThat(outcomes.count(outcome)).isOne();
		assertThat(outcomes.calls()).isOne();
		assertThat(outcomes.count(Outcome.RELEASED)).isOne();
		assertThat(outcomes.count(Kind.RENEWED, outcome)).isOne();
		assertThat(outcomes.calls(Kind.FIXED)).isZero();
	}

	@ParameterizedTest
	@CsvSource({ "S 10 a L 5000 0 0 plain;N 20 a HELD, REFUSED_HELD",
			"S 10 a L 0 0 0 plain;N 20 a HELD, REFUSED_HELD_AT_ONCE",
			"S 10 a L 5000 0 0 plain;N 20 a UNAVAILABLE, REFUSED_UNAVAILABLE",
			"S 10 a L 5000 0 0 plain;N 20 a INTERRUPTED, REFUSED_INTERRUPTED",
			"S 10 a L 5000 0 0 plain;N 20 a LockException, REFUSED_OTHERWISE",
			"S 10 a L 5000 0 0 plain;B 20 a LOST;R 21 a LOST, GOT_TOO_LATE", "S 10 a L 5000 0 0 plain, NO_ANSWER",
			"S 10 a L 5000 0 0 plain;R 21 a OK, UNKNOWN" })
	void refusalIsKnownByItsReason(String history, Outcome outcome) {
		assertThat(of(history).met()).containsExactly(outcome);
	}

	@ParameterizedTest
	@CsvSource({ "0, L 60 a;X 61 a;R 62 a LOST, LOST_RENEWED", "900, X 61 a;R 62 a LOST, LOST_FIXED",
			"0, X 61 a;R 62 a OK, RELEASED", "0, X 61 a, DIED_HOLDING" })
	void holdIsKnownByItsEnd(long lease, String end, Outcome outcome) {
		Outcomes outcomes = of("A 11 i L 99;O 20 i L 0 5 21 1500;S 10 a L 5000 " + lease
				+ " 0 plain;B 50 a HELD;E 51 a 5 9000000;" + end);
		assertThat(outcomes.met()).filteredOn((one) -> one.of() == Outcome.Of.HOLD).containsExactly(outcome);
	}

	@Test
	void whatIsSaidToRedisIsCounted() {
		Outcomes outcomes = of("A 1000000 i L 99;A 1000500 i L 100;A 9000000 i L 99;W 9000001 i 1 0;"
				+ "G 9000002 i L 0 5 6 1500;n 9000003 i;o 9000004 i 9000003 OWNED 0 1500;n 9000005 i;"
				+ "o 9000006 i 9000005 LOST 0 0;n 9000007 i;r 9000008 i;s 9000009 i;A 1 j M 99;C 2 j;c 3 j 7;"
				+ "A 1 k N 99;C 2 k;O 3 k N 0 8 9 1500;r 4 k;A 1 w warm-up:N 99");
		assertThat(outcomes.count(Outcome.QUESTION)).isEqualTo(4);
		assertThat(outcomes.count(Outcome.RELEASE_ANSWERED)).isOne();
		assertThat(outcomes.met()).containsExactlyInAnyOrder(Outcome.QUESTION, Outcome.POLL, Outcome.QUEUED,
				Outcome.MESSAGE, Outcome.RENEWED, Outcome.RENEWAL_REFUSED, Outcome.RENEWAL_UNANSWERED,
				Outcome.RELEASE_ANSWERED, Outcome.RELEASE_UNANSWERED, Outcome.CANCELLED, Outcome.CANCEL_UNANSWERED,
				Outcome.GRANT_UNUSED);
	}

	@ParameterizedTest
	@CsvSource({ "5, BLOCK_FOR_ONE", "6, BLOCK_FOR_SEVERAL", "7, BLOCK_USED_UP" })
	void blockIsKnownByTheCallersThatUsedIt(long last, Outcome outcome) {
		StringBuilder history = new StringBuilder("A 11 i L 99;O 20 i L 0 5 7 1500");
		for (long token = 5; token <= last; token++) {
			history
				.append(";S 30 a%1$d L 0 0 0 plain;B 50 a%1$d HELD;E 51 a%1$d %1$d 90;R 61 a%1$d OK".formatted(token));
		}
		assertThat(of(history.toString()).met()).contains(outcome)
			.doesNotContain(Outcome.UNKNOWN, Outcome.GRANT_UNUSED);
	}

	private static Outcomes of(String history) {
		List<String> lines = Arrays.stream(history.split(";")).map(String::trim).toList();
		return new Outcomes(new HistoryReader().read("client0g0", lines).history());
	}

}
