package io.github.lockstarter.core;

import java.time.Duration;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import io.github.lockstarter.observer.Refusal;

import static org.assertj.core.api.Assertions.assertThat;

class CrowdIntervalTests {

	private static final int POLL = 3_000;

	private final Bench bench = new Bench();

	private final PollSchedule polls = this.bench.engine().context().polls();

	@ParameterizedTest
	@CsvSource({ "0, 3000", "3000, 3000", "3001, 3001", "20000, 20000", "45000, 45000", "90000, 45000" })
	void askAThousandTimesASecondButNotLaterThanAfterFifteenPolls(int size, long millis) {
		IntStream.range(0, size).forEach((i) -> this.polls.enter());
		assertThat(this.polls.intervalNanos()).isEqualTo(Millis.toNanos(millis));
	}

	@ParameterizedTest
	@CsvSource({ "0, 0, 3000", "0, 3000, 3000", "0, 20000, 20000", "0, 90000, 45000", "10000, 5000, 10000" })
	void askTheLessOftenTheMoreWaitBeforeThem(int size, long place, long millis) {
		IntStream.range(0, size).forEach((i) -> this.polls.enter());
		assertThat(this.polls.intervalNanos(place)).isEqualTo(Millis.toNanos(millis));
	}

	@Test
	void whoWaitsIsOfTheCrowdUntilItHasEnded() {
		others();
		StoreAttempt granted = this.bench.waiting(Duration.ofSeconds(20));
		StoreAttempt abandoned = this.bench.waiting(Duration.ofSeconds(20));
		StoreAttempt late = this.bench.waiting(Duration.ofSeconds(2));
		StoreAttempt notWaiting = this.bench.asking(Duration.ZERO);
		ScriptedStore.Command only = this.bench.store().next("ACQUIRE");
		assertThat(size()).as("who does not wait is not").isEqualTo(3);
		only.held(Bench.LEASE, 0);
		assertThat(notWaiting.outcome()).isNotNull();
		this.bench.later(granted, Duration.ofSeconds(4));
		this.bench.store().next("ACQUIRE").succeed();
		assertThat(size()).isEqualTo(2);
		abandoned.abandon(Refusal.CANCELLED);
		abandoned.abandon(Refusal.CANCELLED);
		assertThat(size()).isOne();
		late.advance(null);
		this.bench.store().next("CANCEL");
		this.bench.later(late, Duration.ofSeconds(10));
		assertThat(late.outcome()).isNotNull();
		assertThat(size()).isZero();
	}

	@Test
	void whoWasAbandonedBeforeItAskedIsNotOfTheCrowd() {
		others();
		StoreAttempt attempt = this.bench.acquisition(Duration.ofSeconds(20));
		attempt.abandon(Refusal.CANCELLED);
		attempt.start();
		attempt.startByYield("owner");
		assertThat(size()).isZero();
	}

	@Test
	void crowdDoesNotAskAtOneMomentWhenTheSubscriptionStandsAgain() {
		StoreAttempt waiter = this.bench.waiting(Duration.ofSeconds(20));
		IntStream.range(0, 5_000).forEach((i) -> this.polls.enter());
		waiter.askNow();
		assertThat(this.bench.dueIn(waiter)).as("half of half a hand-off lease").isEqualTo(500);
	}

	@Test
	void fewAskAtOnceWhenTheSubscriptionStandsAgain() {
		StoreAttempt waiter = this.bench.waiting(Duration.ofSeconds(20));
		waiter.askNow();
		assertThat(this.bench.dueIn(waiter)).isZero();
	}

	private void others() {
		IntStream.range(0, POLL).forEach((i) -> this.polls.enter());
	}

	/**
	 * How many there are besides as many as may ask at the poll interval.
	 */
	private long size() {
		return Millis.ofNanos(this.polls.intervalNanos()) - POLL;
	}

}
