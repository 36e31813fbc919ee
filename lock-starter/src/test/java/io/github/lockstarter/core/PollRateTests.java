package io.github.lockstarter.core;

import java.time.Duration;
import java.util.PriorityQueue;
import java.util.Random;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Waiters that ask, are told to wait, and ask again, without a clock of a machine.
 */
class PollRateTests {

	private static final long INTERVAL = Duration.ofSeconds(2).toNanos();

	private static final long SECOND = Duration.ofSeconds(1).toNanos();

	// A monotonic clock may begin anywhere.
	private static final long BEGIN = Long.MAX_VALUE - 60 * SECOND;

	private final PollRate rate = new PollRate(INTERVAL, BEGIN);

	private final Random random = new Random(1);

	@Test
	void aFewWaitersAskAtThePollInterval() {
		assertThat(questions(500, 200)).isBetween(500L * 95, 500L * 105);
	}

	@ParameterizedTest
	@ValueSource(ints = { 5_000, 10_000, 25_000 })
	void thousandsAskAThousandTimesASecond(int waiters) {
		assertThat(questions(waiters, 200)).isBetween(150_000L, 200_000L + 3L * waiters);
	}

	@Test
	void evenMoreAskAtTheLongestInterval() {
		assertThat(questions(90_000, 300)).isBetween(8L * 90_000, 13L * 90_000);
	}

	@Test
	void whoIsLeftAsksAtThePollIntervalAgain() {
		for (int i = 0; i < 1_000_000; i++) {
			this.rate.planned(BEGIN);
		}
		assertThat(this.rate.intervalNanos(BEGIN)).isEqualTo(15 * INTERVAL);
		assertThat(this.rate.intervalNanos(BEGIN + 20 * SECOND)).isEqualTo(10 * SECOND);
		assertThat(this.rate.intervalNanos(BEGIN + 30 * SECOND)).isEqualTo(INTERVAL);
	}

	/**
	 * How often so many ask in so many seconds, who have begun within one.
	 */
	private long questions(int waiters, int seconds) {
		PriorityQueue<Long> due = new PriorityQueue<>();
		for (int i = 0; i < waiters; i++) {
			due.add(i * SECOND / waiters);
		}
		long count = 0;
		for (long now = due.remove(); now < seconds * SECOND; now = due.remove()) {
			count++;
			long interval = this.rate.intervalNanos(BEGIN + now);
			this.rate.planned(BEGIN + now);
			due.add(now + (long) (interval * (0.7 + 0.6 * this.random.nextDouble())));
		}
		return count;
	}

}
