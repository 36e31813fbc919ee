package io.github.lockstarter.proof.checker;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import io.github.lockstarter.proof.history.History;
import io.github.lockstarter.proof.history.HistoryReader;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Each check is fed a history that breaks its promise, and one that only looks so. Times
 * are in milliseconds here.
 */
class CheckerTests {

	static final Bounds BOUNDS = new Bounds(1_500, 250, 250, 500, 500);

	// Where nothing is late for no reason.
	static final Bounds VIRTUAL = new Bounds(1_500, 250, 250, 500, 220);

	static final String TWO_HOLDS = "S 0 a L 1000 0 0 plain; E 10 a 5 1500; X %s a; R 901 a OK;"
			+ "S 0 b L 1000 0 0 plain; E 800 b %s 2300; X 2000 b; R 2001 b OK; O 9 i L 0 5 5 1; O 9 j L 0 6 9 1";

	static final String ORPHAN = "S 0 a L 1000 0 0 plain; E 10 a 5 1500; X 100 a; R 101 a OK; A 0 i L 99;"
			+ "O 9 i L 0 5 5 1; K %d L i 5 10;";

	private static final String AT_A_MASTER = ORPHAN.formatted(1_400).replace("5 10;", "5 10 1/3;");

	static final String RENEWED = "n 1300 i; o 1301 i 1300 OWNED 0 0;";

	private static final String STARVED = "A 0 i L 99;" + many(20, (i) -> "W %d i 1 990".formatted(5 + 200 * i))
			+ StarvationCheckTests.LATECOMERS;

	static final String LOST_LEASE = "O 9 i L 0 5 5 1;S 0 a L 1000 0 0 plain; E 10 a 5 1500; L 1500 a;"
			+ "X 1600 a; R 1601 a LOST;";

	// Two refused calls each 10 ms, for five seconds.
	private static final String REFUSED = "%s;" + many(500,
			(i) -> "S %d a%d L 9000 0 0 plain; N %d a%d UNAVAILABLE; S %d b%d L 9000 0 0 plain; N %d b%d UNAVAILABLE"
				.formatted(5_000 + 10 * i, i, 5_001 + 10 * i, i, 5_002 + 10 * i, i, 5_003 + 10 * i, i));

	@Test
	void whoIsRefusedAtOnceAndCallsAgainIsNoStormOfTheEngine() {
		assertThat(violated(many(20, (i) -> "Q %d c1 %d".formatted(500 * i, (i < 10) ? 0 : 350 * (i - 10)))
				+ REFUSED.formatted("D 9999 1 NO_RIGHT c1")))
			.isEmpty();
	}

	@Test
	void goodHistoryHasNoViolation() {
		assertThat(violated(TWO_HOLDS.formatted("700", "6"))).isEmpty();
	}

	@ParameterizedTest(name = "{0} {1}")
	@MethodSource
	void brokenPromiseIsFound(String check, String what, String history) {
		assertThat(violated(history)).containsExactly(check);
	}

	static Stream<Arguments> brokenPromiseIsFound() {
		return Stream.of(Arguments.arguments("Overlap", "entry before the exit", TWO_HOLDS.formatted("900", "6")),
				Arguments.arguments("Overlap", "entry after the loss was seen by nobody, before the deadline",
						"S 0 a L 1000 0 0 plain; E 10 a 5 1500; H 20 a 1600; O 9 i L 0 5 5 1; O 9 j L 0 6 6 1;"
								+ "S 900 b L 1000 0 0 plain; E 1590 b 6 2300; X 1900 b; R 1900 b OK"),
				Arguments.arguments("Overlap", "data was lost before the first entry",
						"M -100 DATA_LOSS -100;" + TWO_HOLDS.formatted("900", "6")),
				Arguments.arguments("Overlap", "the client's wall clock was set while it ran",
						"D 20 10 CLIENT_CLOCK c1;P -10 -20;" + TWO_HOLDS.formatted("900", "6")),
				Arguments.arguments("Overlap", "the process stood still and its wall clock went on",
						"D 20 10 CLIENT_CLOCK c2;P 880 100;" + TWO_HOLDS.formatted("900", "6")),
				Arguments.arguments("Token", "the same token twice", TWO_HOLDS.formatted("700", "5")),
				Arguments.arguments("Token", "a smaller token later",
						TWO_HOLDS.formatted("700", "4") + ";O 8 k L 0 4 4 1;M -100 DATA_LOSS -100"),
				Arguments.arguments("Block", "a token behind its block", TWO_HOLDS.formatted("700", "10")),
				Arguments.arguments("LostUpdate", "one value written twice",
						TWO_HOLDS.formatted("700", "6") + ";F 500 a 5 7 8;F 900 b 6 7 8"),
				Arguments.arguments("Wait", "an entry long after the wait",
						"O 9 i L 0 5 5 1;S 0 a L 1000 0 0 plain; E 1600 a 5 3000; X 1700 a; R 1701 a OK"),
				Arguments.arguments("Wait", "a refusal long after the wait",
						"A 0 z L 99; S 0 a L 1000 0 0 plain; N 1600 a HELD"),
				Arguments.arguments("Wait", "a refusal long after the wait and a slow last answer",
						"D 500 0 DELAY *;A 0 z L 99; S 0 a L 1000 0 0 plain; N 1700 a HELD"),
				Arguments.arguments("Outage", "no fault in sight",
						"D 9999 9000 CUT *;D 500 0 CUT other;D 500 0 SCRIPT_FLUSH *; S 300 a L 10 0 0 plain; N 400 a UNAVAILABLE"),
				Arguments.arguments("Outage", "a slow network, and a short lease before it was asked for",
						"A 0 z L 99; S 100 b L 900 50 0 plain; N 200 b HELD; S 300 a L 10 0 0 plain; N 600 a UNAVAILABLE;"
								+ "D 2000 -10 SLOW_NETWORK c1"),
				Arguments.arguments("Outage", "a slow network whose answers come in time",
						"A 290 i L 99; W 330 i 1 990; S 300 a L 10 0 0 plain; N 600 a UNAVAILABLE;"
								+ "D 2000 -10 SLOW_NETWORK c1"),
				Arguments.arguments("FalseLoss", "a renewed lease",
						"O 9 i L 0 5 5 1;S 0 a L 1000 0 0 plain; E 10 a 5 1500; L 700 a; X 700 a; R 701 a LOST;D 700 0 FULL_MEMORY *"),
				Arguments.arguments("FalseLoss", "a renewed lease, while one of three masters was away", LOST_LEASE
						+ "D 1400 10 LINK_HELD c1@0/3; D 1300 200 MASTER_PAUSED c1@0/3; D 1300 200 MASTER_PAUSED c2@1/3"),
				Arguments.arguments("FalseLoss", "a fixed lease before its end",
						"O 9 i L 0 5 5 1;S 0 a L 1000 900 0 plain; E 10 a 5 880; X 700 a; R 701 a LOST"),
				Arguments.arguments("FalseLoss", "a fixed lease just before its end",
						"O 9 i L 0 5 5 1;S 0 a L 1000 400 0 plain; E 10 a 5 400; L 398 a; X 500 a; R 501 a LOST"),
				Arguments.arguments("FixedLease", "held for longer than asked for",
						"O 9 i L 0 5 5 1;S 0 a L 1000 300 0 plain; E 10 a 5 300; H 290 a 900; X 700 a; R 701 a OK"),
				Arguments.arguments("MinHold", "somebody entered meanwhile",
						"S 0 a L 1000 0 900 plain; E 10 a 5 1500; X 20 a; R 21 a OK; O 9 i L 0 5 6 1;"
								+ "S 0 b L 1000 0 0 plain; E 60 b 6 1500; X 70 b; R 71 b OK"),
				Arguments.arguments("MinHold", "somebody entered before its end, though after half of it",
						"S 0 a L 1000 0 900 plain; O 9 i L 0 5 5 1; E 10 a 5 1500; X 20 a; R 21 a OK;"
								+ "S 0 b L 1000 0 0 plain; O 899 j L 0 6 6 1; E 900 b 6 1500; X 901 b; R 902 b OK"),
				Arguments.arguments("MinHold", "it counts from when the caller before it in its JVM was out",
						"S 0 a L 1000 0 0 plain; O 9 i L 0 5 6 1; E 10 a 5 1500; X 200 a; R 201 a OK;"
								+ "S 0 b L 1000 0 900 plain; E 202 b 6 1500; X 203 b; R 204 b OK;"
								+ "S 0 c L 1000 0 0 plain; O 989 j L 0 7 7 1; E 990 c 7 2500; X 991 c; R 992 c OK"),
				Arguments.arguments("Renewal", "after the release",
						"A 0 i L 99; O 9 i L 0 5 5 1; r 50 i; s 51 i; n 60 i; o 61 i 60 OWNED 0 0"),
				Arguments.arguments("Renewal", "twice after the release",
						"A 0 i L 99; O 9 i L 0 5 5 1; r 50 i; n 60 i; o 61 i 60 LOST 0 0; n 62 i; o 63 i 62 LOST 0 0"),
				Arguments.arguments("Renewal", "long after the release",
						"A 0 i L 99; O 9 i L 0 5 5 1; r 50 i; n 600 i; o 601 i 600 LOST 0 0; P 40 10; P 900 700"),
				Arguments.arguments("Renewal", "after the release, and renewed, though the process had stood still",
						"A 0 i L 99; O 9 i L 0 5 5 1; r 50 i; s 51 i; n 600 i; o 601 i 600 OWNED 0 0; P 400 200"),
				Arguments.arguments("Renewal", "of a lease that had run out",
						"A 0 i L 99; O 9 i L 1000 5 5 300; n 60 i; o 61 i 60 OWNED 1301 300"),
				Arguments.arguments("Renewal", "of a lease that had run out, seen in Redis",
						"V 0 L i 1 5000 0; V 20 L i 1 5900 0; V 1900 L i 1 8000 1870"),
				Arguments.arguments("Ghost", "a grant after the end of the wait",
						"A 0 i L 99; W 9 i 1 990; C 50 i; c 51 i 1000; G 90 i L 1001 5 5 300"),
				Arguments.arguments("Cutoff", "an owner from beyond the cutoff", "A 0 i L 990; V 90 L i 1100000 9 60"),
				Arguments.arguments("Fifo", "a latecomer is first",
						"A 0 i L 99; W 9 i 1 990; A 10 j L 99; O 11 j L 990 5 5 9; O 12 i L 991 6 6 9"),
				Arguments.arguments("Fifo", "though somebody else was hit by a fault",
						"A 0 i L 99; W 9 i 1 990; A 10 j L 99; O 11 j L 990 5 5 9; O 12 i L 991 6 6 9; D 20 0 CUT other"),
				Arguments.arguments("Fifo", "though somebody else got no messages",
						"A 0 i L 99; W 9 i 1 990; A 10 j L 99; O 11 j L 990 5 5 9; O 12 i L 991 6 6 9; D 20 0 NO_SUBSCRIPTION other"),
				Arguments.arguments("Fifo", "though somebody else could not send messages a while ago",
						"A 0 i L 99; W 9 i 1 990; A 10 j L 99; O 11 j L 990 5 5 9; O 12 i L 991 6 6 9; D -1 -99 NO_PUBLISH other"),
				Arguments.arguments("Progress", "nobody holds it and nobody gets it",
						"S 0 a L 9000 0 0 plain; N 9010 a HELD; O 9 i L 0 5 5 1;"
								+ "S 0 b L 1000 0 0 plain; E 9 b 5 1500; X 100 b; R 101 b OK"),
				Arguments.arguments("Calm", "an attempt that asks without a pause",
						many(80, (i) -> "A %d i L 99".formatted(10 * i))),
				Arguments.arguments("Calm", "an attempt that renews without a pause",
						"O 0 i L 0 5 5 9000;"
								+ many(80, (i) -> "n %d i; o %d i %d OWNED 1 9000".formatted(10 * i, 10 * i, 10 * i))),
				Arguments.arguments("Calm", "requests of a client that only waits",
						"S 0 a L 9000 0 0 plain;"
								+ many(20, (i) -> "Q %d c1 %d".formatted(500 * i, (i < 10) ? 0 : 1_000 * (i - 10)))),
				Arguments.arguments("Calm", "more requests than its callers' refused calls explain",
						many(20, (i) -> "Q %d c1 %d".formatted(500 * i, (i < 10) ? 0 : 1_000 * (i - 10)))
								+ REFUSED.formatted("D 9999 1 NO_RIGHT c1")),
				Arguments.arguments("Calm", "the processor of a client that only waits",
						"Q 0 c1 0;" + many(20,
								(i) -> "U %d PROCESSOR %d".formatted(500 * i, (i < 10) ? 0 : 400 * (i - 10)))),
				Arguments.arguments("Calm", "the threads of a client that only waits",
						"Q 0 c1 0; U 0 THREADS 50; U 9000 THREADS 90"),
				Arguments.arguments("Starvation", "all who come later are first, and the waiter asks on", STARVED),
				Arguments.arguments("Starvation", "no message can reach the waiter",
						STARVED + "D 9000 -10 NO_SUBSCRIPTION c1"),
				Arguments.arguments("Orphan", "taken after the release", ORPHAN.formatted(1_400)),
				Arguments.arguments("Orphan", "renewed for nobody",
						ORPHAN.formatted(1_400) + RENEWED + "S 50 b L 2000 0 0 plain; N 1350 b HELD"),
				Arguments.arguments("Orphan", "in an outage that was over long ago",
						ORPHAN.formatted(1_400) + "D 40 20 CUT other; D 1400 110 CLIENT_CLOCK c1"),
				Arguments.arguments("Orphan", "taken at one master while another one was out of reach",
						AT_A_MASTER + "D 400 110 LINK_HELD c1@0/3"),
				Arguments.arguments("Orphan", "taken by a waiter that has left", "A 0 i L 99; C 50 i; K 1800 L i 5 10"),
				Arguments.arguments("Orphan", "taken for longer than the lease of a client that was killed",
						"A 0 i L 99; O 9 i L 0 5 5 1; D 60 50 KILLED_CLIENT c1; K 4700 L i 5 10"),
				Arguments.arguments("Orphan", "taken after a lease that was lost has been given back",
						"S 0 a L 1000 0 0 plain; E 10 a 5 1500; L 50 a; X 100 a; R 101 a LOST; A 0 i L 99;"
								+ "O 9 i L 0 5 5 1; D 100 40 CLIENT_CLOCK c1; K 1400 L i 5 10"),
				Arguments.arguments("Body", "a lease that was lost before",
						"S 0 a L 1000 0 0 plain; B 5 a LOST; R 6 a LOST"),
				Arguments.arguments("Body",
						"a lease that was lost before, long after the engine was stopped and started",
						"S 0 a L 1000 0 0 plain; B 400 a LOST; R 401 a LOST; D 90 50 STOPPED_ENGINE c1"),
				Arguments.arguments("Body", "a lease that was lost before, when the engine of another was stopped",
						"S 0 a L 1000 0 0 plain; B 400 a LOST; R 401 a LOST; D 350 300 STOPPED_ENGINE c2"),
				Arguments.arguments("Body", "one of several that was lost before",
						"S 0 a/0 L 1000 0 0 plain several; S 0 a/1 M 1000 0 0 plain several; B 5 a/0 HELD; B 5 a/1 LOST;"
								+ "R 6 a/0 LOST; R 6 a/1 LOST; D 4 3 BLACK_HOLE c1"),
				Arguments.arguments("Story", "acquired twice", "T 0 1 L WAITING; T 1 1 L ACQUIRED; T 2 1 L ACQUIRED"),
				Arguments.arguments("Story", "released and never acquired", "T 0 1 L WAITING; T 1 1 L RELEASED"),
				Arguments.arguments("Story", "acquired without a wait", "T 0 1 L ACQUIRED"),
				Arguments.arguments("Story", "lost after the release",
						"T 0 1 L WAITING; T 1 1 L ACQUIRED; T 2 1 L RELEASED; T 3 1 L LOST"),
				Arguments.arguments("Story", "no end", "T 0 1 L WAITING; T 1 1 L HANDED_OVER; T 2 1 L ACQUIRED; Y 9"),
				Arguments.arguments("Story", "no answer", "T 0 1 L WAITING; Y 9"),
				Arguments.arguments("Echo", "a message that comes twice",
						"A 0 i L 99; W 5 i 1 990; G 9 i L 991 5 5 300; G 10 i L 991 5 5 300"),
				Arguments.arguments("Overtaken", "a question that is executed after it was taken back",
						"A 0 i L 9999; C 50 i; c 51 i 1000; W 290 i 1 1200"),
				Arguments.arguments("Confirmed", "a grant while no replica hears the master",
						"A 0 i L 99; O 90 i L 1011 5 5 1; I 100 1010 K,L"),
				Arguments.arguments("Confirmed", "a renewal while no replica hears the master",
						"A 0 i L 99; O 9 i L 999 5 5 9000; n 20 i; o 90 i 20 OWNED 1011 9000; I 100 1010 L"),
				Arguments.arguments("Leftover", "a key without a TTL", "Z 0 lock:a no-ttl"));
	}

	@ParameterizedTest(name = "{0} {1}")
	@MethodSource
	void whatIsNotPromisedIsCountedByItsReason(String check, String reason, String history) {
		assertThat(violated(history)).isEmpty();
		assertThat(findings(history)).filteredOn((findings) -> findings.check().equals(check))
			.allSatisfy((findings) -> assertThat(findings.excludedCases()).containsKey(reason))
			.hasSize(1);
	}

	static Stream<Arguments> whatIsNotPromisedIsCountedByItsReason() {
		return Stream.of(
				Arguments.arguments("Overlap", "Redis lost its data between the grants",
						"M 400 DATA_LOSS 400;" + TWO_HOLDS.formatted("900", "6")),
				Arguments.arguments("Overlap", "the server's clock stepped forward during the lease",
						"M 400 FORWARD_STEP 400;" + TWO_HOLDS.formatted("900", "6")),
				Arguments.arguments("Token", "Redis lost its data between the grant and the entry",
						TWO_HOLDS.formatted("700", "4") + ";O 8 k L 0 4 4 1;M 750 DATA_LOSS 750"),
				Arguments.arguments("Overlap", "Redis lost its data between the grants",
						TWO_HOLDS.formatted("900", "6") + ";M 1000 DATA_LOSS -100"),
				Arguments.arguments("Token", "the server's clock stepped forward between the grant and the entry",
						TWO_HOLDS.formatted("700", "4") + ";O 8 k L 0 4 4 1;M 900 FORWARD_STEP -100"),
				Arguments.arguments("Overlap", "the client's wall clock was set and its process stood still",
						"D 20 10 CLIENT_CLOCK c1;P 880 100;" + TWO_HOLDS.formatted("900", "6")),
				Arguments.arguments("Token", "the client's wall clock was set and its process stood still",
						TWO_HOLDS.formatted("700", "4") + ";O 8 k L 0 4 4 1;D 20 10 CLIENT_CLOCK c1;P 790 100"),
				Arguments.arguments("Token", "Redis lost its data between the grant and the entry",
						"A -200 k L 99; O 8 k L 0 4 4 1;M -100 DATA_LOSS -100;" + TWO_HOLDS.formatted("700", "4")),
				Arguments.arguments("Wait", "the process did not run for a while",
						"A 0 z L 99; S 0 a L 1000 0 0 plain; N 1600 a HELD;P 1500 900"),
				Arguments.arguments("Wait", "faults have made the answers slow",
						"D 500 0 DELAY *;A 0 z L 99; S 0 a L 1000 0 0 plain; N 1600 a HELD"),
				Arguments.arguments("Outage", "a fault or a pause hit the client",
						"S 300 a L 10 0 0 plain; N 400 a UNAVAILABLE;D 310 290 CUT c1"),
				Arguments.arguments("Outage",
						"a lease that ends before its answer arrives was asked for in this process",
						"S 100 b L 900 50 0 plain; N 1100 b UNAVAILABLE; S 300 a L 10 0 0 plain; N 600 a UNAVAILABLE;"
								+ "D 2000 -10 SLOW_NETWORK c1"),
				Arguments.arguments("Outage", "answers were late",
						"A 290 i L 99; W 600 i 1 990; S 300 a L 10 0 0 plain; N 600 a UNAVAILABLE;"
								+ "D 2000 -10 SLOW_NETWORK c1"),
				Arguments.arguments("Renewal", "in a batch that left while the release was sent: answered LOST",
						"A 0 i L 99; O 9 i L 0 5 5 1; r 50 i; n 60 i; o 61 i 60 LOST 0 0"),
				Arguments.arguments("Renewal", "in a batch that left while the release was sent: answered LOST",
						"A 0 i L 99; O 9 i L 0 5 5 1; r 50 i; n 600 i; o 601 i 600 LOST 0 0; P 400 200"),
				Arguments.arguments("Renewal", "in a batch that left while the release was sent: answered before it",
						"A 0 i L 99; O 9 i L 0 5 5 1; r 50 i; n 60 i; o 61 i 60 OWNED 0 0"),
				Arguments.arguments("FalseLoss", "the fixed lease was over",
						"O 9 i L 0 5 5 1;S 0 a L 1000 400 0 plain; E 10 a 5 400; L 410 a; X 500 a; R 501 a LOST"),
				Arguments.arguments("FalseLoss", "the fixed lease was over",
						"O 9 i L 0 5 5 1;S 0 a L 1000 400 0 plain; E 10 a 5 400; L 399 a; X 500 a; R 501 a LOST"),
				Arguments.arguments("FalseLoss", "a fault or a pause kept the renewals away",
						"O 9 i L 0 5 5 1;S 0 a L 1000 0 0 plain; E 10 a 5 1500; L 1500 a; X 1600 a; R 1601 a LOST;"
								+ "D 1400 10 BLACK_HOLE c1"),
				Arguments.arguments("Overtaken", "a fault or a pause hit the client",
						"A 0 i L 9999; C 50 i; c 51 i 1000; W 290 i 1 1200; D 20 10 CUT c1"),
				Arguments.arguments("FalseLoss", "a fault or a pause kept the renewals away",
						LOST_LEASE + "D 1400 10 LINK_HELD c1@0/3; D 1300 200 MASTER_RESTARTED c1@2/3"),
				Arguments.arguments("Fifo", "a fault or a pause hit the waiter",
						"A 0 i L 99; W 9 i 1 990; A 10 j L 99; O 11 j L 990 5 5 9; O 12 i L 991 6 6 9; D 20 0 CUT c1"),
				Arguments.arguments("Fifo", "a fault or a pause hit the waiter",
						"A 0 i L 99; W 9 i 1 990; A 10 j L 99; O 11 j L 990 5 5 9; O 12 i L 991 6 6 9; D 0 -99 KILLED_CLIENT c1g0"),
				Arguments.arguments("Fifo", "a client was not allowed to tell anybody",
						"A 0 i L 99; W 9 i 1 990; A 10 j L 99; O 11 j L 990 5 5 9; O 12 i L 991 6 6 9; D 20 0 NO_PUBLISH other"),
				Arguments.arguments("Orphan", "a fault or a pause kept the release away",
						ORPHAN.formatted(1_400) + "D 400 110 BLACK_HOLE c1"),
				Arguments.arguments("Orphan", "a fault or a pause kept the release away",
						AT_A_MASTER + "D 400 110 LINK_HELD c1@1/3"),
				Arguments.arguments("Orphan", "a fault or a pause kept the release away",
						"A 0 i L 99; O 9 i L 0 5 5 1; D 60 50 KILLED_CLIENT c1; K 4100 L i 5 10"),
				Arguments.arguments("Orphan", "the server's clock stepped back: leases in Redis last longer",
						ORPHAN.formatted(1_400) + "M 200 BACKWARD_STEP 200"),
				Arguments.arguments("Story", "the process was killed before the end",
						"T 0 1 L WAITING; T 1 1 L ACQUIRED"),
				Arguments.arguments("Body", "the client's wall clock was just set",
						"S 0 a L 1000 0 0 plain; B 400 a LOST; R 401 a LOST; D 350 300 CLIENT_CLOCK c1"),
				Arguments.arguments("Body",
						"the client's engine was just stopped and started: what it gave before is lost",
						"S 0 a L 1000 0 0 plain; B 400 a LOST; R 401 a LOST; D 350 300 STOPPED_ENGINE c1"),
				Arguments.arguments("Body", "the fixed lease was over",
						"S 0 a L 1000 50 0 plain; B 60 a LOST; R 61 a LOST"),
				Arguments.arguments("Progress", "a fault or a pause hit the waiter",
						"A 0 z L 99; S 0 a L 9000 0 0 plain; N 9010 a HELD; D 8000 200 BLACK_HOLE *"));
	}

	@Test
	void whatAReplicaMayHaveHeardMayBeConfirmed() {
		assertThat(violated("A 0 i L 99; O 90 i L 1010 5 5 9000; n 91 i; o 101 i 91 OWNED 1011 9000;"
				+ "A 20 j M 99; O 30 j M 1011 5 5 1; I 100 1010 L"))
			.isEmpty();
	}

	@Test
	void renewalThatIsSentAtTheMomentOfTheReleaseIsNotSentAfterIt() {
		assertThat(violated("A 0 i L 99; O 9 i L 0 5 5 1; n 50 i; o 50 i 50 FAILED 0 0; n 50 i;"
				+ "o 50 i 50 FAILED 0 0; r 50 i; s 51 i"))
			.isEmpty();
	}

	@Test
	void wholeStoriesAreNoViolation() {
		assertThat(violated("T 0 1 L WAITING; T 1 1 L NOT_ACQUIRED; T 0 2 L WAITING; T 1 2 L HANDED_OVER;"
				+ "T 2 2 L ACQUIRED; T 3 2 L RENEWED_LATE; T 4 2 L LOST; T 0 3 L WAITING; T 1 3 L ACQUIRED;"
				+ "T 2 3 L RELEASED; Y 9"))
			.isEmpty();
	}

	@Test
	void whoGivesUpFirstOfAllMayBeGrantedABlock() {
		assertThat(violated(
				"S 0 a L 1000 0 0 plain; C 5 i; O 9 i L 0 5 5 1000; E 10 a 5 900; X 20 a; r 20 i; s 21 i; R 21 a OK"))
			.isEmpty();
	}

	@Test
	void aLeaseThatAClaimHasMadeLongerBetweenTwoLooksHadNotRunOut() {
		assertThat(violated("A 0 i L 99; G 1 i L 1000 5 5 500; V 2 L i 5 1500 0; O 10 i L 1010 5 5 850; n 600 i;"
				+ "o 601 i 600 OWNED 1650 1500; V 602 L i 5 3150 572"))
			.isEmpty();
	}

	@Test
	void aLeaseMayBeRenewedTwiceBetweenTwoLooks() {
		assertThat(violated("V 0 L i 1 5000 0; V 20 L i 1 5900 0; V 1900 L i 1 8000 1250")).isEmpty();
	}

	@Test
	void aMinimumHoldCountsFromTheGrantAndNotFromTheEntry() {
		assertThat(violated("S 0 a L 1000 0 900 plain; O 9 i L 0 5 5 1; E 500 a 5 1500; X 501 a; R 502 a OK;"
				+ "S 0 b L 1000 0 0 plain; O 909 j L 0 6 6 1; E 910 b 6 1500; X 911 b; R 912 b OK"))
			.isEmpty();
	}

	@Test
	void contentionIsCountedOnceForEachCallerThatFoundTheLockTaken() {
		assertThat(history(TWO_HOLDS.formatted("700", "6")).contended()).isEqualTo(1);
		assertThat(history(TWO_HOLDS.formatted("700", "6").replace("S 0 b", "S 750 b")).contended()).isZero();
	}

	static String many(int count, IntFunction<String> line) {
		return IntStream.range(0, count).mapToObj(line).collect(Collectors.joining(";", "", ";"));
	}

	static List<String> violated(String text) {
		return violated(findings(text));
	}

	static List<String> violated(List<Findings> all) {
		return all.stream().filter((findings) -> findings.violationCount() > 0).map(Findings::check).toList();
	}

	static List<Findings> findings(String text) {
		return findings(text, BOUNDS);
	}

	static List<Findings> findings(String text, Bounds bounds) {
		return findings(text, bounds, Checker.Scope.ONE_SERVER);
	}

	private static List<Findings> findings(String text, Bounds bounds, Checker.Scope scope) {
		return Checker.check(history(text), Map.of("c", bounds), scope);
	}

	/**
	 * With two clients.
	 */
	static List<String> violated(String first, String second) {
		return violated(Checker.check(history(first, second), Map.of("c", BOUNDS), Checker.Scope.ONE_SERVER));
	}

	/**
	 * Where a session has the lock.
	 */
	static List<String> violatedInASession(String text) {
		return violated(findings(text, BOUNDS, Checker.Scope.SESSION));
	}

	/**
	 * Milliseconds become nanoseconds: the time of each line, and the times in it.
	 */
	static History history(String... ofEachClient) {
		HistoryReader reader = new HistoryReader();
		for (int i = 0; i < ofEachClient.length; i++) {
			reader.read("c" + (i + 1),
					Arrays.stream(ofEachClient[i].split(";")).map(String::trim).map(CheckerTests::nanos).toList());
		}
		return reader.history();
	}

	private static String nanos(String line) {
		String[] words = line.split(" ");
		words[1] = words[1] + "000000";
		int time = switch (words[0]) {
			case "E" -> 4;
			case "H", "o" -> 3;
			case "D", "P" -> 2;
			case "M" -> 3;
			case "K" -> 5;
			case "V" -> 6;
			default -> 1;
		};
		words[time] = (time > 1) ? words[time] + "000000" : words[time];
		return String.join(" ", words);
	}

}
