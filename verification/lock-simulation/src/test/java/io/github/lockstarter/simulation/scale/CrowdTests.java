package io.github.lockstarter.simulation.scale;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import io.github.lockstarter.simulation.scale.Crowd.Outcome;
import io.github.lockstarter.test.TestSeed;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link Crowd}.
 */
class CrowdTests {

	// Who is behind so many as can be served in a poll interval asks less often; all
	// others, and the releases, are some thousand a second. If all asked at the poll
	// interval, it would be the half of their number.
	private static final int MOST_OF_TEN_THOUSAND = 4_000;

	private static final int MOST_OF_A_HUNDRED_THOUSAND = 8_000;

	@Test
	void tenThousandAreServedInOrderWithoutAStorm() {
		inOrder(10_000, 100, MOST_OF_TEN_THOUSAND);
	}

	// as much again of the processor; each of a few instances has many, and asks less
	// often
	@Test
	@Tag("slow")
	void tenThousandOfTwoInstancesAreServedInOrderWithoutAStorm() {
		inOrder(10_000, 2, MOST_OF_TEN_THOUSAND);
	}

	// some seconds of the processor, and half a gigabyte
	@Test
	@Tag("slow")
	void hundredThousandAreServedInOrder() {
		inOrder(100_000, (TestSeed.of(1) % 2 == 0) ? 20 : 200, MOST_OF_A_HUNDRED_THOUSAND);
	}

	private static void inOrder(int count, int instances, int mostInASecond) {
		long seed = TestSeed.of(1);
		String again = "run scale=crowd fair=true count=" + count + " instances=" + instances + " seed=" + seed;
		Outcome outcome = new Crowd(seed, count, instances, true, 1).run();
		assertThat(outcome.served()).as(again).isEqualTo(count);
		assertThat(outcome.watched()).as("had a place: %s", again).isEqualTo(count);
		assertThat(outcome.misplaced()).as("overtaken: %s", again).isZero();
		assertThat(outcome.busiest()).as("requests in one second: %s", again).isLessThan(mostInASecond);
	}

	/**
	 * An instance that has a turn serves its own callers: no request for most of them.
	 */
	@Test
	void plainCrowdCostsLittleForEach() {
		Outcome outcome = new Crowd(1, 2_000, 20, false, 1).run();
		assertThat(outcome.served()).isEqualTo(2_000);
		assertThat(outcome.expense().all()).as("requests").isLessThan(1_000);
	}

	@Test
	void sameSeedIsTheSameStory() {
		assertThat(new Crowd(1, 200, 5, true, 1).run().hash()).isEqualTo(new Crowd(1, 200, 5, true, 1).run().hash())
			.isNotEqualTo(new Crowd(2, 200, 5, true, 1).run().hash());
	}

}
