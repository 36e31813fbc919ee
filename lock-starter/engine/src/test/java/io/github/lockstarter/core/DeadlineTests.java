package io.github.lockstarter.core;

import java.time.Duration;
import java.time.Instant;

import org.junit.jupiter.api.Test;

import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.store.Moment;
import io.github.lockstarter.store.PushMessage;
import io.github.lockstarter.store.ServerClock;
import io.github.lockstarter.store.ServerTime;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The arithmetic of time: {@link LeaseDeadline}, {@link WaitBudget}, {@link ServerClock},
 * {@link PushedGrants}. The manual clock overflows in the middle of it.
 */
class DeadlineTests {

	private static final long MILLI = 1_000_000;

	private final ManualClock clock = new ManualClock();

	private final Moment begin = this.clock.now();

	private final WaitBudget.AnswerTime answers = new WaitBudget.AnswerTime(1_000 * MILLI);

	@Test
	void leaseEndsOnePercentAndTwoMillisecondsEarly() {
		assertThat(LeaseDeadline.after(this.begin, 30_000).end()).isEqualTo(this.begin.plusMillis(29_698));
		assertThat(LeaseDeadline.after(this.begin, 10).end()).isEqualTo(this.begin.plusMillis(8));
	}

	@Test
	void whicheverClockSaysLessIsRight() {
		LeaseDeadline deadline = LeaseDeadline.after(this.begin, 30_000);
		this.clock.advanceMillis(10_000);
		this.clock.stepWall(Duration.ofSeconds(-5));
		assertThat(deadline.remainingNanos(this.clock.now())).isEqualTo(19_698 * MILLI);
		this.clock.stepWall(Duration.ofSeconds(15));
		assertThat(deadline.remainingNanos(this.clock.now())).isEqualTo(9_698 * MILLI);
		assertThat(deadline.endedByWallClock(this.clock.now())).as("not over").isFalse();
	}

	@Test
	void onlyAJumpOfASecondIsAJump() {
		LeaseDeadline deadline = LeaseDeadline.after(this.begin, 30_000);
		this.clock.advanceMillis(28_698);
		this.clock.stepWall(Duration.ofSeconds(1));
		assertThat(deadline.isOver(this.clock.now())).isTrue();
		assertThat(deadline.endedByWallClock(this.clock.now())).isFalse();
		this.clock.advanceMonotonicOnly(Duration.ofMillis(-1));
		assertThat(deadline.endedByWallClock(this.clock.now())).isTrue();
	}

	@Test
	void earlierMomentIsTheEarlierOnEachClock() {
		Moment one = new Moment(Long.MAX_VALUE, 70);
		Moment later = new Moment(Long.MIN_VALUE, 60);
		assertThat(one.earlier(later)).isEqualTo(new Moment(Long.MAX_VALUE, 60));
		assertThat(later.earlier(one)).isEqualTo(new Moment(Long.MAX_VALUE, 60));
	}

	@Test
	void shortWaitMayBeAnsweredForOneCommandTimeout() {
		WaitBudget budget = WaitBudget.of(now(), 10 * MILLI, this.answers);
		assertThat(budget.isWaiting(now() + 9 * MILLI)).isTrue();
		assertThat(budget.isWaiting(now() + 10 * MILLI)).isFalse();
		assertThat(budget.isOver(now() + 999 * MILLI)).isFalse();
		assertThat(budget.isOver(now() + 1_000 * MILLI)).isTrue();
	}

	@Test
	void longWaitMayBeAnsweredForATenthOfASecondMore() {
		WaitBudget budget = WaitBudget.of(now(), 5_000 * MILLI, this.answers);
		assertThat(budget.isOver(now() + 5_099 * MILLI)).isFalse();
		assertThat(budget.isOver(now() + 5_100 * MILLI)).isTrue();
		assertThat(budget.answerEndNanos(now() + 4_900 * MILLI)).isEqualTo(now() + 5_100 * MILLI);
		assertThat(budget.answerEndNanos(now())).isEqualTo(now() + 1_000 * MILLI);
	}

	@Test
	void lastAnswerMayTakeAPauseAndTwiceTheSlowestButNoMoreThanATimeout() {
		WaitBudget budget = WaitBudget.of(now(), 5_000 * MILLI, this.answers);
		this.answers.took(150 * MILLI);
		assertThat(budget.isOver(now() + 5_399 * MILLI)).isFalse();
		assertThat(budget.isOver(now() + 5_400 * MILLI)).isTrue();
		this.answers.took(700 * MILLI);
		assertThat(budget.isOver(now() + 5_999 * MILLI)).isFalse();
		assertThat(budget.isOver(now() + 6_000 * MILLI)).isTrue();
	}

	@Test
	void slowAnswerIsForgottenAfterManyFastOnes() {
		this.answers.took(Duration.ofHours(1).toNanos());
		assertThat(this.answers.lastNanos()).isEqualTo(1_000 * MILLI);
		this.answers.took(0);
		assertThat(this.answers.lastNanos()).as("one fast answer says little").isEqualTo(1_000 * MILLI);
		for (int i = 0; i < 20; i++) {
			this.answers.took(0);
		}
		assertThat(this.answers.lastNanos()).isBetween(100 * MILLI, 250 * MILLI);
	}

	@Test
	void whoTriesAtTheEndOfItsWaitHasTheTimeOfOneMoreAnswer() {
		WaitBudget budget = WaitBudget.of(now(), 5_000 * MILLI, this.answers);
		WaitBudget last = budget.withoutWait(now() + 5_080 * MILLI);
		assertThat(last.waits()).isFalse();
		assertThat(last.isOver(now() + 5_179 * MILLI)).isFalse();
		assertThat(last.isOver(now() + 5_180 * MILLI)).isTrue();
		assertThat(budget.withoutWait(now()).isOver(now() + 5_099 * MILLI)).isFalse();
	}

	@Test
	void waitForEverDoesNotOverflow() {
		WaitBudget budget = WaitBudget.of(now(), Long.MAX_VALUE, this.answers);
		assertThat(budget.isWaiting(now() + Duration.ofDays(10_000).toNanos())).isTrue();
		assertThat(budget.isOver(now() + Duration.ofDays(10_000).toNanos())).isFalse();
	}

	@Test
	void whoDoesNotWaitAsksAgainOnlyAboutAnOpenQuestion() {
		WaitBudget budget = WaitBudget.of(now(), 0, this.answers);
		assertThat(budget.isWaiting(now())).isFalse();
		assertThat(budget.mayAsk(now(), false)).isFalse();
		assertThat(budget.mayAsk(now(), true)).isTrue();
		assertThat(budget.mayAsk(now() + 1_000 * MILLI, true)).isFalse();
	}

	@Test
	void estimateOfTheServerClockIsNeverBehindIt() {
		ServerClock server = new ServerClock(this.begin);
		assertThat(server.at(now())).as("without an answer it is ours").isEqualTo(this.begin.wallMillis());
		this.clock.advanceMillis(40);
		server.observe(this.begin.nanos(), 5_000);
		assertThat(server.at(now())).isEqualTo(5_041);
		server.observe(this.begin.nanos(), 0);
		assertThat(server.at(now() + 1_000 * MILLI)).as("an answer without a time says nothing").isEqualTo(6_041);
		assertThat(server.at(LockStore.NO_LIMIT)).isGreaterThan(Instant.parse("2100-01-01T00:00:00Z").toEpochMilli());
	}

	@Test
	void nothingIsKnownOfAMessageBeforeTheFirstAnswer() {
		PushedGrants age = new PushedGrants(false);
		PushMessage message = messageAt(5_000);
		assertThat(age.begin(message, this.begin)).isNull();
		age.answered(this.begin, time(4_000), 30_000);
		assertThat(age.begin(message, this.begin.plusMillis(1_500))).isEqualTo(this.begin.plusMillis(1_000));
		age.clear();
		assertThat(age.begin(message, this.begin)).isNull();
	}

	@Test
	void messageFromBeforeABackwardStepOfTheServersClockStaysOld() {
		PushedGrants age = new PushedGrants(false);
		age.answered(this.begin, time(4_000), 30_000);
		age.answered(this.begin.plusMillis(10_000), time(3_000), 30_000);
		assertThat(age.begin(messageAt(4_100), this.begin.plusMillis(10_100))).isEqualTo(this.begin.plusMillis(100));
	}

	@Test
	void stepOfAClockSinceTheLastQuestionLeavesTheAgeUnknown() {
		PushedGrants age = new PushedGrants(false);
		age.answered(this.begin, time(4_000), 30_000);
		this.clock.stepWall(Duration.ofMillis(-51));
		assertThat(age.begin(messageAt(4_000), this.clock.now())).isNull();
		age.answered(this.clock.now(), time(4_000), 30_000);
		assertThat(age.begin(messageAt(4_000), this.clock.now())).isEqualTo(this.clock.now());
		this.clock.advanceMonotonicOnly(Duration.ofMillis(50));
		assertThat(age.begin(messageAt(4_000), this.clock.now())).as("slewing").isNotNull();
	}

	@Test
	void slowestAnswerSaysHowOldAMessageMayBe() {
		PushedGrants age = new PushedGrants(false);
		age.answered(this.begin, time(4_000), 30_000);
		age.answered(this.begin.plusMillis(900), time(5_000), 30_000);
		assertThat(age.begin(messageAt(5_500), this.begin.plusMillis(1_500))).isEqualTo(this.begin.plusMillis(1_400));
	}

	private static PushMessage messageAt(long serverNow) {
		return new PushMessage(PushMessage.Kind.GRANT, "id", time(serverNow), 1, 1, 2_000, "key");
	}

	@Test
	void whatAnotherServersClockSaidDatesNothing() {
		PushedGrants age = new PushedGrants(false);
		age.answered(this.begin, time(4_000), 30_000);
		PushMessage message = new PushMessage(PushMessage.Kind.GRANT, "id", new ServerTime("another", 4_100), 1, 1,
				2_000, "key");
		assertThat(age.begin(message, this.begin.plusMillis(100))).isNull();
		age.answered(this.begin.plusMillis(200), new ServerTime("another", 9_200), 30_000);
		assertThat(age.begin(messageAt(4_300), this.begin.plusMillis(300))).as("of the server before").isNull();
		message = new PushMessage(PushMessage.Kind.GRANT, "id", new ServerTime("another", 9_300), 1, 1, 2_000, "key");
		assertThat(age.begin(message, this.begin.plusMillis(400))).isEqualTo(this.begin.plusMillis(300));
	}

	@Test
	void unknownClockDatesNothing() {
		PushedGrants age = new PushedGrants(false);
		age.answered(this.begin, new ServerTime("", 4_000), 30_000);
		PushMessage message = new PushMessage(PushMessage.Kind.GRANT, "id", new ServerTime("", 4_100), 1, 1, 2_000,
				"key");
		assertThat(age.begin(message, this.begin.plusMillis(100))).isNull();
	}

	private static ServerTime time(long millis) {
		return new ServerTime("server", millis);
	}

	private long now() {
		return this.clock.nanoTime();
	}

}
