package io.github.lockstarter.core;

import java.time.Duration;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import io.github.lockstarter.store.PushMessage;
import io.github.lockstarter.store.ServerTime;
import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.StoreReply;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * When a waiting {@link StoreAttempt} asks again.
 */
class StoreAttemptPollTests {

	private static final Duration WAIT = Duration.ofSeconds(20);

	private final Bench bench = new Bench();

	private final ScriptedStore store = this.bench.store();

	@Test
	void waiterKeepsItsPlaceForThreePolls() {
		this.bench.asking(WAIT);
		assertThat(this.store.sent("ACQUIRE").waitMillis()).isEqualTo(9_000);
	}

	@Test
	void whereThousandsWaitTheyAskLessOftenAndKeepTheirPlacesForLonger() {
		thousandsWait();
		StoreAttempt acquisition = this.bench.asking(WAIT);
		ScriptedStore.Command question = this.store.sent("ACQUIRE");
		assertThat(question.waitMillis()).isEqualTo(27_000);
		question.held(30_000, 2);
		assertThat(this.bench.dueIn(acquisition)).isEqualTo(9_000);
	}

	@Test
	void whoHasAPlaceAsksInTimeThoughThousandsBeginToWait() {
		StoreAttempt acquisition = this.bench.asking(WAIT);
		ScriptedStore.Command question = this.store.sent("ACQUIRE");
		assertThat(question.waitMillis()).isEqualTo(9_000);
		thousandsWait();
		question.held(30_000, 2);
		assertThat(this.bench.dueIn(acquisition)).isEqualTo(3_000);
	}

	@Test
	void whoIsBehindThousandsAsksLessOftenAndKeepsItsPlaceForLonger() {
		StoreAttempt acquisition = this.bench.asking(Duration.ofMinutes(2));
		this.store.sent("ACQUIRE").held(30_000, 9_000);
		assertThat(this.bench.dueIn(acquisition)).as("its place lasts as long as was said").isEqualTo(3_000);
		this.bench.later(acquisition, Duration.ofSeconds(3));
		ScriptedStore.Command question = this.store.sent("ACQUIRE");
		assertThat(question.waitMillis()).isEqualTo(27_000);
		question.held(30_000, 4_000);
		assertThat(this.bench.dueIn(acquisition)).isEqualTo(9_000);
		this.bench.later(acquisition, Duration.ofSeconds(9));
		question = this.store.sent("ACQUIRE");
		assertThat(question.waitMillis()).isEqualTo(12_000);
		question.held(30_000, 2);
		this.bench.later(acquisition, Duration.ofSeconds(4));
		assertThat(this.store.sent("ACQUIRE").waitMillis()).as("soon the next").isEqualTo(9_000);
	}

	@Test
	void whereThousandsAskWhoIsAnsweredLateAsksLater() {
		thousandsWait();
		StoreAttempt acquisition = this.bench.asking(WAIT);
		this.bench.later(acquisition, Duration.ofSeconds(1));
		assertThat(this.bench.dueIn(acquisition)).as("half an interval").isEqualTo(4_500);
	}

	@Test
	void whereThousandsAskWhoDoesNotWaitAsksAgainSoon() {
		thousandsWait();
		StoreAttempt acquisition = this.bench.asking(Duration.ZERO);
		this.bench.later(acquisition, Duration.ofMillis(1_000));
		assertThat(this.bench.dueIn(acquisition)).isLessThan(250);
	}

	@Test
	void whereThousandsAskWhoWasToldToAskAsksSoon() {
		thousandsWait();
		StoreAttempt acquisition = this.bench.asking(WAIT);
		acquisition.onHandOff(messageFor(this.store.sent("ACQUIRE"), PushMessage.Kind.HINT), this.bench.clock().now());
		this.bench.later(acquisition, Duration.ofSeconds(1));
		assertThat(this.bench.dueIn(acquisition)).isLessThan(250);
		this.bench.later(acquisition, Duration.ofMillis(250));
		this.bench.later(acquisition, Duration.ofSeconds(1));
		assertThat(this.bench.dueIn(acquisition)).as("that was one question").isGreaterThan(4_000);
	}

	@Test
	void whereThousandsAskWhoAsksWhetherAMessageIsTrueRepeatsThatSoon() {
		thousandsWait();
		StoreAttempt acquisition = this.bench.asking(WAIT);
		acquisition.onHandOff(messageFor(this.store.sent("ACQUIRE"), PushMessage.Kind.GRANT), this.bench.clock().now());
		this.store.sent("ACQUIRE");
		this.bench.later(acquisition, Duration.ofSeconds(1));
		assertThat(this.bench.dueIn(acquisition)).isLessThan(250);
	}

	@Test
	void whereThousandsAskAndNoMessageArrivesWhoIsAnsweredLateAsksSoon() {
		thousandsWait();
		this.store.pushAvailable(false);
		StoreAttempt acquisition = this.bench.asking(WAIT);
		this.bench.later(acquisition, Duration.ofSeconds(1));
		assertThat(this.bench.dueIn(acquisition)).isLessThan(250);
	}

	@Test
	void whereOnlyHundredsAskWhoIsAnsweredLateAsksSoon() {
		IntStream.range(0, 2_000).forEach((i) -> this.bench.engine().context().polls().enter());
		StoreAttempt acquisition = this.bench.asking(WAIT);
		this.bench.later(acquisition, Duration.ofSeconds(1));
		assertThat(this.bench.dueIn(acquisition)).isLessThan(250);
	}

	@Test
	void whereThousandsAskACallerWithAShortWaitAsksSeveralTimes() {
		thousandsWait();
		StoreAttempt acquisition = this.bench.asking(Duration.ofSeconds(3));
		this.bench.later(acquisition, Duration.ofSeconds(1));
		assertThat(this.bench.dueIn(acquisition)).as("a quarter of the wait").isEqualTo(500);
	}

	private static PushMessage messageFor(ScriptedStore.Command question, PushMessage.Kind kind) {
		return new PushMessage(kind, question.id(), ServerTime.NONE, 1, 1, 0, "lock:" + Bench.NAME);
	}

	private void thousandsWait() {
		for (int i = 0; i < 8_999; i++) {
			this.bench.engine().context().polls().enter();
		}
	}

	@Test
	void waiterAsksAgainUnderTheSameIdAfterThePollInterval() {
		StoreAttempt acquisition = this.bench.asking(WAIT);
		String id = answered(30_000, 1);
		this.bench.later(acquisition, Duration.ofMillis(2_999));
		this.store.assertQuiet();
		this.bench.later(acquisition, Duration.ofMillis(1));
		assertThat(answered(27_000, 1)).isEqualTo(id);
		assertThat(this.bench.dueIn(acquisition)).isEqualTo(3_000);
	}

	@Test
	void waiterSaysThatItHasHadAPlace() {
		StoreAttempt acquisition = this.bench.asking(WAIT);
		ScriptedStore.Command first = this.store.sent("ACQUIRE");
		assertThat(first.isAgain()).isFalse();
		first.fail(StoreException.Outcome.UNKNOWN);
		this.bench.later(acquisition, Duration.ofSeconds(1));
		ScriptedStore.Command second = this.store.sent("ACQUIRE");
		assertThat(second.isAgain()).as("perhaps it has none").isFalse();
		second.held(30_000, 1);
		this.bench.later(acquisition, Duration.ofSeconds(3));
		assertThat(this.store.sent("ACQUIRE").isAgain()).isTrue();
	}

	@Test
	void firstWaiterAsksWhenTheLeaseOfTheHolderEnds() {
		StoreAttempt acquisition = this.bench.asking(WAIT);
		answered(700, 1);
		assertThat(this.bench.dueIn(acquisition)).isEqualTo(701);
	}

	@Test
	void whoWaitsIsNotWokenOnlyToSleepForLonger() {
		StoreAttempt acquisition = this.bench.asking(WAIT);
		int wakes = this.bench.wakes();
		answered(30_000, 1);
		assertThat(this.bench.wakes()).isEqualTo(wakes);
		this.bench.later(acquisition, Duration.ofSeconds(1));
		this.store.assertQuiet();
		assertThat(this.bench.dueIn(acquisition)).as("as long as the question had time, it slept").isEqualTo(2_000);
	}

	@Test
	void whoIsToAskSoonerThanItWouldLookIsWoken() {
		this.bench.asking(WAIT);
		int wakes = this.bench.wakes();
		answered(700, 1);
		assertThat(this.bench.wakes()).isEqualTo(wakes + 1);
	}

	@Test
	void whoWasToldToAskWhileItAskedIsWoken() {
		StoreAttempt acquisition = this.bench.asking(WAIT);
		ScriptedStore.Command question = this.store.sent("ACQUIRE");
		this.bench.push(this.store.hint(question.id(), 0));
		int wakes = this.bench.wakes();
		question.held(30_000, 2);
		assertThat(this.bench.wakes()).isEqualTo(wakes + 1);
		assertThat(this.bench.dueIn(acquisition)).isZero();
	}

	@Test
	void laterWaiterLeavesTheEndOfTheLeaseToTheFirst() {
		StoreAttempt acquisition = this.bench.asking(WAIT);
		answered(700, 2);
		assertThat(this.bench.dueIn(acquisition)).isEqualTo(3_000);
	}

	@Test
	void hintMovesTheNextPoll() {
		StoreAttempt acquisition = this.bench.asking(WAIT);
		String id = answered(30_000, 2);
		int wakes = this.bench.wakes();
		this.bench.push(this.store.hint(id, 400));
		assertThat(this.bench.dueIn(acquisition)).isEqualTo(401);
		assertThat(this.bench.wakes()).isEqualTo(wakes + 1);
		this.bench.later(acquisition, Duration.ofMillis(401));
		assertThat(answered(30_000, 2)).isEqualTo(id);
	}

	@Test
	void hintNeverDelaysAPoll() {
		StoreAttempt acquisition = this.bench.asking(WAIT);
		String id = answered(30_000, 2);
		int wakes = this.bench.wakes();
		this.bench.push(this.store.hint(id, 60_000));
		assertThat(this.bench.dueIn(acquisition)).isEqualTo(3_000);
		assertThat(this.bench.wakes()).isEqualTo(wakes);
	}

	@Test
	void waiterAsksAtOnceWhenTheSubscriptionStandsAgain() {
		StoreAttempt acquisition = this.bench.asking(WAIT);
		answered(30_000, 2);
		int wakes = this.bench.wakes();
		this.bench.engine().context().attempts().onSubscribed();
		assertThat(this.bench.wakes()).isEqualTo(wakes + 1);
		assertThat(this.bench.dueIn(acquisition)).isZero();
		acquisition.advance(null);
		this.store.sent("ACQUIRE");
	}

	@Test
	void subscriptionDoesNotDisturbWhoHasNoPlaceInTheQueue() {
		StoreAttempt acquisition = this.bench.asking(WAIT);
		this.store.sent("ACQUIRE").fail(StoreException.Outcome.NOT_SENT);
		int wakes = this.bench.wakes();
		this.bench.engine().context().attempts().onSubscribed();
		assertThat(this.bench.wakes()).isEqualTo(wakes);
		assertThat(this.bench.dueIn(acquisition)).isEqualTo(10);
	}

	@Test
	void subscriptionWithAQuestionOnItsWayAsksNoOther() {
		StoreAttempt acquisition = this.bench.asking(WAIT);
		answered(30_000, 2);
		this.bench.later(acquisition, Duration.ofSeconds(3));
		this.store.sent("ACQUIRE");
		this.bench.engine().context().attempts().onSubscribed();
		acquisition.advance(null);
		this.store.assertQuiet();
	}

	@Test
	void withoutMessagesWaitersAskSoonAndThenLessOften() {
		this.store.pushAvailable(false);
		StoreAttempt acquisition = this.bench.asking(WAIT);
		for (long pause : new long[] { 25, 50, 100, 200, 250, 250 }) {
			answered(30_000, 2);
			assertThat(this.bench.dueIn(acquisition)).isEqualTo(pause);
			this.bench.later(acquisition, Duration.ofMillis(pause));
		}
	}

	@Test
	void withoutMessagesTheNextOneAsksSoonestAfterItsFirstPause() {
		this.store.pushAvailable(false);
		StoreAttempt acquisition = this.bench.asking(WAIT);
		for (long pause : new long[] { 25, 2, 4, 8, 16, 32, 64, 128, 250, 250 }) {
			answered(30_000, 1);
			assertThat(this.bench.dueIn(acquisition)).isEqualTo(pause);
			this.bench.later(acquisition, Duration.ofMillis(pause));
		}
	}

	@Test
	void withoutMessagesAWaiterOfAShortLeaseAsksWithinIt() {
		this.store.pushAvailable(false);
		StoreReply reply = StoreReply.of(StoreReply.Status.WAIT, ServerTime.NONE).withLease(30_000).withQueue(1);
		assertThat(
				new PollSchedule(this.store, TestSettings.defaults(), () -> 1.0).pauseNanos("name", reply, 100, 300, 1))
			.isEqualTo(150_000_000);
	}

	@Test
	void withoutMessagesAWaiterAsksWhileTheLockMayBeKeptForIt() {
		this.store.pushAvailable(false);
		StoreReply reply = StoreReply.of(StoreReply.Status.WAIT, ServerTime.NONE).withLease(30_000).withQueue(1);
		LockSettings settings = TestSettings.of((changed) -> changed.handOffLease = Duration.ofMillis(200));
		assertThat(new PollSchedule(this.store, settings, () -> 1.0).pauseNanos("name", reply, 100, Bench.LEASE, 1))
			.isEqualTo(100_000_000);
	}

	@Test
	void pollsOfWaitersThatBeganTogetherSpreadOverSixtyPercent() {
		StoreReply reply = StoreReply.of(StoreReply.Status.WAIT, ServerTime.NONE).withLease(30_000).withQueue(2);
		assertThat(new PollSchedule(this.store, TestSettings.defaults(), () -> 0.0).pauseNanos("name", reply, 1,
				Bench.LEASE, 3_000_000_000L))
			.isBetween(2_099_000_000L, 2_100_000_000L);
		assertThat(new PollSchedule(this.store, TestSettings.defaults(), () -> 1.0).pauseNanos("name", reply, 1,
				Bench.LEASE, 3_000_000_000L))
			.isBetween(3_899_000_000L, 3_900_000_000L);
	}

	@Test
	void pauseIsNeverNothing() {
		BackOff backOff = new BackOff(50, 500, () -> 0.0);
		assertThat(backOff.nanos(0)).isEqualTo(5_000_000);
		assertThat(backOff.nanos(1_000_000)).as("nor does it overflow").isEqualTo(50_000_000);
	}

	private String answered(long leaseLeft, long position) {
		ScriptedStore.Command question = this.store.sent("ACQUIRE");
		question.held(leaseLeft, position);
		return question.id();
	}

}
