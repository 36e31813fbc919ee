package io.github.lockstarter.proof.checker;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link StarvationCheck}: what a waiter may see before it has its turn.
 */
class StarvationCheckTests {

	/**
	 * Fifty who come later and have their turns, within two seconds.
	 */
	static final String LATECOMERS = latecomers(40);

	private static final String SOON = latecomers(10);

	@Test
	void aWaiterThatDoesNotAskLosesItsPlace() {
		assertThat(CheckerTests.violated("A 0 i L 99; W 5 i 1 990; W 2000 i 1 990;" + LATECOMERS)).isEmpty();
	}

	@Test
	void aWaiterWhosePlaceIsOverByTheClockOfRedisLosesIt() {
		String stepping = CheckerTests.many(20, (i) -> "W %d i 1 %d".formatted(5 + 200 * i, 990 + 800 * i));
		assertThat(CheckerTests.violated("A 0 i L 99;" + stepping + LATECOMERS)).isEmpty();
	}

	@Test
	void aLostMessageCostsOnePollHoweverManyHaveTheirTurnsInIt() {
		assertThat(CheckerTests.violated("A 0 i L 99; W 5 i 1 990; W 700 i 1 990; W 900 i 1 990;" + SOON)).isEmpty();
		assertThat(CheckerTests.violated("A 0 i L 99; W 5 i 1 990; W 300 i 1 990; W 900 i 1 990;" + SOON))
			.containsExactly("Starvation");
	}

	@Test
	void aLossOfAllPlacesCostsOnePollMore() {
		String overtaken = "A 20 i L 99; W 25 i 1 990; W 300 i 1 990; W 900 i 1 990;" + SOON;
		assertThat(CheckerTests.violated("M 100 DATA_LOSS 120;" + overtaken)).isEmpty();
		assertThat(CheckerTests.violated("M 10 DATA_LOSS 20;" + overtaken)).containsExactly("Starvation");
	}

	@Test
	void aLockIsKeptForNoLongerThanTheLeaseThatIsAskedFor() {
		String overtaken = "A 0 i L 99; W 5 i 1 990; W 300 i 1 990; W 900 i 1 990;" + SOON;
		assertThat(CheckerTests.violated(overtaken + "S 0 a L 1000 40 0 plain; N 901 a HELD")).isEmpty();
		assertThat(CheckerTests.violated(overtaken + "S 0 a L 1000 400 0 plain; N 901 a HELD"))
			.containsExactly("Starvation");
	}

	private static String latecomers(int pause) {
		return CheckerTests.many(50, (i) -> "A %d j%d L 99; O %d j%d L 990 %d %d 9".formatted(10 + pause * i, i,
				12 + pause * i, i, 9 + i, 9 + i));
	}

}
