package io.github.lockstarter.proof.checker;

import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Each check of locks that several share is fed a history that breaks its promise, and
 * one that only looks so. Times are in milliseconds.
 */
class SharedLocksCheckerTests {

	private static final String READ = " limit=0";

	private static final String TWO = " limit=2";

	private static final String THREE = " limit=3";

	private static final String ALONE = "";

	// Waits behind an owner until 101 ms.
	private static final String OWNER = hold("o", ALONE, 0, 1, 100, 10);

	@ParameterizedTest(name = "{0} {1}")
	@MethodSource
	void brokenPromiseIsFound(String check, String what, String history) {
		assertThat(CheckerTests.violated(history)).containsExactly(check);
	}

	static Stream<Arguments> brokenPromiseIsFound() {
		return Stream.of(
				Arguments.arguments("Overlap", "a writer beside a reader",
						hold("a", READ, 0, 10, 200, 5) + hold("b", ALONE, 20, 100, 300, 6)),
				Arguments.arguments("Overlap", "a reader beside a writer",
						hold("a", ALONE, 0, 10, 200, 5) + hold("b", READ, 20, 100, 300, 6)),
				Arguments.arguments("Overlap", "a writer beside a reader that came before another one left",
						hold("a", READ, 0, 10, 200, 5) + hold("b", READ, 0, 11, 50, 5)
								+ hold("c", ALONE, 20, 100, 300, 6)),
				Arguments.arguments("Overlap", "a permit beside a writer",
						hold("a", ALONE, 0, 10, 200, 5) + hold("b", TWO, 20, 100, 300, 6)),
				Arguments.arguments("Limit", "three have one of two permits",
						hold("a", TWO, 0, 10, 200, 5) + hold("b", TWO, 0, 20, 200, 6) + hold("c", TWO, 0, 30, 200, 7)),
				Arguments.arguments("Limit", "one of two beside two of three",
						hold("a", THREE, 0, 10, 200, 5) + hold("b", THREE, 0, 20, 200, 6)
								+ hold("c", TWO, 0, 30, 200, 7)),
				Arguments.arguments("Limit", "who was granted the last one enters first",
						hold("a", TWO, 0, 30, 200, 5) + hold("b", TWO, 0, 20, 200, 6) + hold("c", TWO, 0, 10, 200, 7)),
				Arguments.arguments("Limit", "a permit beside two that have read for long",
						(hold("a", READ, 0, 10, 200, 5) + hold("b", READ, 0, 11, 200, 5)).replace("plain", "fair")
								+ hold("c", TWO, 20, 30, 200, 6)),
				Arguments.arguments("Token", "two permits with one token",
						hold("a", TWO, 0, 10, 200, 5) + hold("b", TWO, 0, 20, 200, 5)),
				Arguments.arguments("Token", "a permit with a token smaller than that of who was inside",
						hold("a", THREE, 0, 10, 200, 6) + hold("b", THREE, 20, 30, 200, 5)),
				Arguments.arguments("Token", "two who read at once with two tokens",
						hold("a", READ, 0, 10, 200, 5) + hold("b", READ, 0, 20, 200, 6)),
				Arguments.arguments("Token", "who reads has a token of before",
						hold("a", READ, 0, 10, 20, 6) + hold("b", READ, 40, 50, 60, 5)),
				Arguments.arguments("Token", "who reads after a writer has the token of the readers before it",
						hold("a", READ, 0, 10, 200, 5) + hold("b", ALONE, 205, 210, 220, 6)
								+ hold("c", READ, 300, 310, 320, 5)),
				Arguments.arguments("Token", "a reader with the token of the writer before",
						hold("a", ALONE, 0, 10, 20, 5) + hold("b", READ, 0, 30, 40, 5)),
				Arguments.arguments("Token", "a writer with the token of the readers before",
						hold("a", READ, 0, 10, 20, 5) + hold("b", ALONE, 0, 30, 40, 5)),
				Arguments.arguments("Fifo", "a reader passes a writer that waits beside a reader",
						hold("a", READ, 0, 10, 200, 5) + waiting("b", ALONE, 20, 30, 210, 300, 6)
								+ hold("c", READ, 40, 50, 200, 5)),
				Arguments.arguments("Fifo", "a writer passes a reader",
						OWNER + waiting("a", READ, 20, 30, 210, 220, 12) + hold("b", ALONE, 40, 110, 200, 11)),
				Arguments.arguments("Fifo", "a reader passes a permit",
						hold("a", TWO, 0, 10, 200, 5) + hold("b", TWO, 0, 11, 90, 6)
								+ waiting("c", TWO, 20, 30, 100, 300, 7) + hold("d", READ, 40, 50, 300, 5)),
				Arguments.arguments("Fifo", "a permit passes a permit",
						OWNER + waiting("a", TWO, 20, 30, 210, 220, 12) + hold("b", TWO, 40, 110, 200, 11)),
				Arguments.arguments("MinHold", "a writer enters in the minimum hold of a reader",
						hold("a", READ, 0, 10, 20, 5).replace("1000 0 0 plain", "1000 0 900 plain")
								+ hold("b", READ, 0, 30, 40, 5) + hold("c", ALONE, 0, 500, 600, 6)),
				Arguments.arguments("Held", "a reader is refused beside readers",
						hold("a", READ, 0, 10, 900, 5) + "S 50 b L 0 0 0 plain limit=0; A 50 ib L 99 0; W 52 ib 0 1052;"
								+ "N 53 b HELD"),
				Arguments.arguments("Read", "what is read changes meanwhile",
						hold("a", READ, 0, 10, 200, 5) + "f 20 a 7; f 190 a 8;"),
				Arguments.arguments("Read", "what a permit protects changes meanwhile",
						hold("a", TWO, 0, 10, 200, 5) + "f 20 a 7; f 190 a 8;"),
				Arguments.arguments("Read", "a reader is refused by what it reads",
						hold("a", READ, 0, 10, 200, 5) + "f 20 a -1;"),
				Arguments.arguments("Share", "a reader waits beside readers",
						longHold("a", READ) + "S 50 b L 9500 0 0 plain limit=0; A 50 ib L 99 0; W 52 ib 1 1052;"
								+ "O 9040 ib L 10040 6 6 1500;" + work("b", 9_050, 9_060, 6)),
				Arguments.arguments("Share", "a permit waits though there is room",
						longHold("a", TWO)
								+ "S 50 b L 9000 0 0 plain limit=2; A 50 ib L 99 2; W 52 ib 1 1052; C 9040 ib;"
								+ "c 9041 ib 10041; N 9050 b HELD"));
	}

	/**
	 * The former master has granted the lock to a writer, of which the new one has not
	 * heard; it still has the readers of before.
	 */
	@Test
	void readerThatJoinsAfterAFailoverHasTheTokenOfBefore() {
		String before = hold("a", READ, 0, 10, 200, 5) + hold("b", ALONE, 205, 210, 220, 6);
		String joining = hold("c", READ, 300, 310, 320, 5);
		assertThat(CheckerTests.violated(before, joining)).containsExactly("Token");
		assertThat(CheckerTests.violated("M 20 DATA_LOSS 240;" + before, joining)).isEmpty();
	}

	@ParameterizedTest(name = "{0}")
	@MethodSource
	void whatIsRightIsNoViolation(String what, String history) {
		assertThat(CheckerTests.violated(history)).isEmpty();
	}

	static Stream<Arguments> whatIsRightIsNoViolation() {
		return Stream.of(
				Arguments.arguments("readers together, a writer after them",
						hold("a", READ, 0, 10, 200, 5) + hold("b", READ, 0, 100, 300, 5)
								+ hold("c", ALONE, 20, 301, 400, 6) + hold("d", READ, 30, 401, 500, 7)),
				Arguments.arguments("what is read changes when the lease has ended",
						hold("a", READ, 0, 10, 2_000, 5) + "f 20 a 7; f 1000 a 7; f 1600 a 8;"),
				Arguments.arguments("what is read changes when the loss is known",
						hold("a", READ, 0, 10, 200, 5).replace("X 200", "L 100 a; X 200")
							.replace("201 a OK", "201 a LOST") + "D 90 20 PAUSED_CLIENT c1; f 20 a 7; f 190 a 8;"),
				Arguments.arguments("data was lost, and a writer came beside a reader",
						"M 30 DATA_LOSS 40;" + hold("a", READ, 0, 10, 200, 5) + hold("b", ALONE, 50, 60, 100, 6)
								+ "f 20 a 7; F 90 b 6 7 8; f 190 a 8;"),
				Arguments.arguments("as many permits as the last one allows",
						hold("a", TWO, 0, 10, 200, 5) + hold("b", TWO, 0, 20, 200, 6)
								+ hold("c", THREE, 0, 30, 200, 7)),
				Arguments.arguments("who asked for fewer came first, and enters last",
						hold("a", TWO, 0, 40, 200, 5) + hold("b", THREE, 0, 20, 200, 6)
								+ hold("c", THREE, 0, 30, 200, 7)),
				Arguments.arguments("a reader was let in before a permit, and hears of it when it asks",
						OWNER + waiting("a", READ, 20, 30, 310, 320, 12).replace("G 309", "A 308 ia L 99 0; O 309")
								+ waiting("b", TWO, 40, 50, 210, 300, 13)),
				Arguments.arguments("a permit beside two that read in one place",
						hold("a", READ, 0, 10, 200, 5) + hold("b", READ, 0, 11, 200, 5)
								+ hold("c", TWO, 20, 30, 200, 6)),
				Arguments.arguments("a permit, and those who read with its token",
						hold("a", TWO, 0, 10, 200, 5) + hold("b", READ, 0, 20, 200, 5)
								+ hold("c", READ, 0, 30, 200, 5)),
				Arguments.arguments("a permit whose place is free again",
						hold("a", TWO, 0, 10, 50, 5) + hold("b", TWO, 0, 20, 200, 6) + hold("c", TWO, 0, 60, 200, 7)),
				Arguments.arguments("readers of another time have another token",
						hold("a", READ, 0, 10, 50, 5) + hold("b", READ, 0, 60, 200, 6)),
				Arguments.arguments("who asked first is served first",
						OWNER + waiting("a", READ, 20, 30, 102, 200, 11) + waiting("b", TWO, 35, 36, 103, 200, 12)
								+ waiting("c", READ, 40, 41, 104, 200, 11) + waiting("d", ALONE, 50, 51, 201, 300, 13)),
				Arguments.arguments("readers enter in the minimum hold of a reader",
						hold("a", READ, 0, 10, 20, 5).replace("1000 0 0 plain", "1000 0 900 plain")
								+ hold("b", READ, 0, 30, 40, 5)),
				Arguments.arguments("a reader is refused behind a writer that waits",
						hold("a", READ, 0, 10, 900, 5) + "S 30 w L 9000 0 0 plain; A 30 iw L 99; W 60 iw 1 1060;"
								+ "S 50 b L 0 0 0 plain limit=0; A 50 ib L 99 0; W 52 ib 0 1052; N 53 b HELD"),
				Arguments.arguments("a reader is refused behind a writer whose question was faster",
						hold("a", READ, 0, 10, 900, 5) + "S 50 b L 400 0 0 plain limit=0; A 50 ib L 99 0;"
								+ "S 60 w L 9000 0 0 fair; A 60 iw L 99; W 62 iw 1 1062; A 90 ib L 99 0;"
								+ "W 92 ib 2 1092; C 450 ib; c 451 ib 1451; N 452 b HELD"),
				Arguments.arguments("a permit waits behind a writer that came at once, and was faster",
						longHold("a", TWO) + "S 50 b L 9000 0 0 plain limit=2; S 52 w L 9500 0 0 plain; A 52 iw L 99;"
								+ "A 50 ib L 99 2; W 60 iw 1 1060; W 62 ib 2 1062; C 9040 ib; c 9041 ib 10041;"
								+ "N 9050 b HELD; C 9540 iw; c 9541 iw 10541; N 9552 w HELD"),
				Arguments.arguments("a permit hears late of what its token says it had in time",
						waiting("a", TWO, 20, 30, 210, 220, 1_105_000) + waiting("b", READ, 40, 41, 120, 300, 11)),
				Arguments.arguments("a permit waits for a place",
						longHold("a", TWO) + longHold("a2", TWO)
								+ "S 50 b L 9000 0 0 plain limit=2; A 50 ib L 99 2; W 52 ib 1 1052; C 9040 ib;"
								+ "c 9041 ib 10041; N 9050 b HELD"));
	}

	@ParameterizedTest(name = "{0} {1}")
	@MethodSource
	void brokenPromiseOfPlacesIsFound(String check, String what, String history) {
		assertThat(CheckerTests.violatedInASession(history)).containsExactly(check);
	}

	static Stream<Arguments> brokenPromiseOfPlacesIsFound() {
		return Stream.of(
				Arguments.arguments("Token", "two who read by themselves with one token",
						(hold("a", READ, 0, 10, 200, 5) + hold("b", READ, 0, 20, 200, 5)).replace("plain", "fair")),
				Arguments.arguments("Token", "who reads by itself has a token of before",
						(hold("a", READ, 0, 10, 200, 6) + hold("b", READ, 20, 30, 200, 5)).replace("plain", "fair")),
				Arguments.arguments("Token", "who reads after a writer has the token of the readers before it",
						hold("a", READ, 0, 10, 200, 5) + hold("b", ALONE, 205, 210, 220, 6)
								+ hold("c", READ, 300, 310, 320, 5)),
				Arguments.arguments("Token", "a reader with the token of the writer before",
						hold("a", ALONE, 0, 10, 20, 5) + hold("b", READ, 0, 30, 40, 5)),
				Arguments.arguments("Token", "a permit with a token smaller than that of a reader inside",
						hold("a", READ, 0, 10, 200, 6) + hold("b", THREE, 20, 30, 200, 5)),
				Arguments.arguments("Fifo", "a reader passes a permit",
						OWNER + waiting("a", TWO, 20, 30, 210, 220, 12) + hold("b", READ, 40, 110, 200, 11)));
	}

	@ParameterizedTest(name = "{0}")
	@MethodSource
	void whatIsRightOfPlacesIsNoViolation(String what, String history) {
		assertThat(CheckerTests.violatedInASession(history)).isEmpty();
	}

	static Stream<Arguments> whatIsRightOfPlacesIsNoViolation() {
		return Stream.of(
				Arguments.arguments("two who read at once with two tokens",
						hold("a", READ, 0, 10, 200, 5) + hold("b", READ, 0, 20, 200, 6)),
				Arguments.arguments("who joins a reader that was there first",
						hold("a", READ, 0, 10, 200, 5) + hold("b", READ, 0, 20, 200, 6)
								+ hold("c", READ, 30, 40, 200, 5)),
				Arguments.arguments("a reader hears of its turn before a permit that was first",
						OWNER + waiting("a", TWO, 20, 30, 210, 300, 11) + waiting("b", READ, 40, 50, 150, 300, 12)));
	}

	/**
	 * Histories of before have no limits, and one word behind the order for one of
	 * several.
	 */
	@Test
	void historyOfBeforeIsOfThoseWhoHaveTheirLocksAlone() {
		assertThat(CheckerTests.violated(CheckerTests.TWO_HOLDS.formatted("900", "6"))).containsExactly("Overlap");
		assertThat(CheckerTests.violated("S 0 a/0 L 1000 0 0 plain several; S 0 b L 1000 0 0 plain; O 9 i L 0 5 5 1;"
				+ "O 9 j L 0 6 6 1;" + work("a/0", 10, 900, 5) + work("b", 800, 950, 6)))
			.containsExactly("Overlap");
	}

	/**
	 * Asked at {@code start}, granted just before {@code enter}.
	 */
	private static String hold(String id, String limit, long start, long enter, long exit, long token) {
		return "S %d %s L 1000 0 0 plain%s; A %d i%s L 99%s;".formatted(start, id, limit, start, id, word(limit))
				+ "O %d i%s L %d %d %d 1500;".formatted(enter - 1, id, 999 + enter, token, token)
				+ work(id, enter, exit, token);
	}

	/**
	 * The same, behind others: it knows its place at {@code queued}.
	 */
	private static String waiting(String id, String limit, long start, long queued, long enter, long exit, long token) {
		return "S %d %s L 1000 0 0 plain%s; A %d i%s L 99%s;".formatted(start, id, limit, start, id, word(limit))
				+ "W %d i%s 1 %d; G %d i%s L %d %d %d 1500;".formatted(queued, id, 999 + queued, enter - 1, id,
						999 + enter, token, token)
				+ work(id, enter, exit, token);
	}

	private static String work(String id, long enter, long exit, long token) {
		return "E %d %s %d %d; X %d %s; r %d i%s; s %d i%s; R %d %s OK;".formatted(enter, id, token, enter + 1_490,
				exit, id, exit, id, exit + 1, id, exit + 1, id);
	}

	/**
	 * Held for ten seconds; the renewals do not matter.
	 */
	private static String longHold(String id, String limit) {
		int token = 5 + id.length();
		return hold(id, limit, 0, 10, 10_000, token).replace(" 1500;", " 10500;")
			.replace("X 10000", "H 1000 %s 10500; X 10000".formatted(id));
	}

	private static String word(String limit) {
		return limit.replace(" limit=", " ");
	}

}
