package io.github.lockstarter.core;

import java.time.Duration;

import org.junit.jupiter.api.Test;

import io.github.lockstarter.core.ScriptedStore.Command;
import io.github.lockstarter.observer.Refusal;
import io.github.lockstarter.store.Moment;
import io.github.lockstarter.store.ServerTime;
import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.StoreReply;
import io.github.lockstarter.store.StoreReply.Status;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The end of a wait without the lock: what the caller is told, and that nothing stays
 * behind in the store.
 */
class StoreAttemptGiveUpTests {

	private static final Duration WAIT = Duration.ofSeconds(2);

	private final Bench bench = new Bench();

	private final ScriptedStore store = this.bench.store();

	@Test
	void waitThatIsOverAsksOnceMoreWithOneCancellationThatAccepts() {
		StoreAttempt acquisition = this.bench.waiting(WAIT);
		assertThat(this.bench.dueIn(acquisition)).isEqualTo(2_000);
		this.bench.later(acquisition, WAIT.minusMillis(1));
		this.store.assertQuiet();
		this.bench.later(acquisition, Duration.ofMillis(1));
		Command cancel = this.store.sent("CANCEL");
		assertThat(cancel.millis()).as("the lease it accepts").isEqualTo(Bench.LEASE);
		assertThat(cancel.notAfter()).isEqualTo(this.bench.limitAfter(Duration.ofMillis(100)));
		assertThat(acquisition.outcome()).isNull();
		this.bench.later(acquisition, Duration.ofMillis(50));
		this.store.assertQuiet();
	}

	@Test
	void grantFoundByTheLastQuestionIsTaken() {
		StoreAttempt acquisition = closing();
		Moment sent = this.bench.clock().now();
		Command cancel = this.store.sent("CANCEL");
		this.bench.clock().advanceMillis(30);
		cancel.owned();
		assertThat(acquisition.outcome()).isInstanceOfSatisfying(AttemptOutcome.Granted.class, (granted) -> {
			assertThat(granted.ownership().id()).isEqualTo(cancel.id());
			assertThat(granted.deadline()).isEqualTo(LeaseDeadline.after(sent, Bench.LEASE));
		});
		this.store.assertQuiet();
		assertThat(this.store.resubscriptions()).isZero();
	}

	@Test
	void cancellationMeansThatAnotherHeldTheLockForTheWholeWait() {
		StoreAttempt acquisition = closing();
		Command cancel = this.store.sent("CANCEL");
		cancel.reply(Status.CANCELLED);
		assertThat(acquisition.outcome()).isEqualTo(new AttemptOutcome.Failed(Refusal.HELD_BY_ANOTHER, null));
		this.store.assertQuiet();
		assertThat(this.bench.engine().context().attempts().find(cancel.id())).isNull();
	}

	@Test
	void lastQuestionIsTheWitnessWhereTheFirstOneHasNoAnswer() {
		StoreAttempt acquisition = this.bench.asking(Duration.ofMillis(500));
		Command first = this.store.sent("ACQUIRE");
		this.bench.later(acquisition, Duration.ofMillis(500));
		Command cancel = this.store.sent("CANCEL");
		first.fail(StoreException.Outcome.UNKNOWN);
		cancel.answer().complete(StoreReply.of(Status.CANCELLED, ServerTime.NONE).withLease(Bench.LEASE));
		assertThat(Bench.failed(acquisition).reason()).isEqualTo(Refusal.HELD_BY_ANOTHER);
	}

	@Test
	void lastQuestionThatOvertakesTheFirstOneIsRepeatedOnce() {
		StoreAttempt acquisition = this.bench.asking(Duration.ofMillis(1));
		Command first = this.store.sent("ACQUIRE");
		this.bench.later(acquisition, Duration.ofMillis(1));
		this.store.sent("CANCEL").reply(Status.CANCELLED);
		assertThat(acquisition.outcome()).isNull();
		Command again = this.store.sent("CANCEL");
		first.held(Bench.LEASE, 1);
		again.reply(Status.CANCELLED);
		assertThat(acquisition.outcome()).isEqualTo(new AttemptOutcome.Failed(Refusal.HELD_BY_ANOTHER, null));
		this.store.assertQuiet();
	}

	@Test
	void grantThatTheLastQuestionHasOvertakenIsTaken() {
		StoreAttempt acquisition = this.bench.asking(Duration.ofMillis(1));
		Command first = this.store.sent("ACQUIRE");
		this.bench.later(acquisition, Duration.ofMillis(1));
		this.store.sent("CANCEL").reply(Status.CANCELLED);
		first.owned();
		assertThat(acquisition.outcome()).isInstanceOf(AttemptOutcome.Granted.class);
	}

	@Test
	void lastQuestionIsRepeatedOnceOnly() {
		StoreAttempt acquisition = this.bench.asking(Duration.ofMillis(1));
		this.store.sent("ACQUIRE");
		this.bench.later(acquisition, Duration.ofMillis(1));
		this.store.sent("CANCEL").reply(Status.CANCELLED);
		this.store.sent("CANCEL").reply(Status.CANCELLED);
		assertThat(Bench.failed(acquisition).reason()).isEqualTo(Refusal.UNAVAILABLE);
	}

	@Test
	void lastQuestionIsTheWitnessAlsoAfterTrouble() {
		StoreAttempt acquisition = this.bench.asking(Duration.ofMillis(500));
		Command first = this.store.sent("ACQUIRE");
		this.bench.clock().advanceMillis(499);
		first.fail(StoreException.Outcome.UNKNOWN);
		this.bench.later(acquisition, Duration.ofMillis(1));
		Command cancel = this.store.sent("CANCEL");
		cancel.answer().complete(StoreReply.of(Status.CANCELLED, ServerTime.NONE).withLease(Bench.LEASE));
		assertThat(Bench.failed(acquisition).reason()).isEqualTo(Refusal.HELD_BY_ANOTHER);
	}

	@Test
	void troubleThatIsOverIsNotToldOf() {
		StoreAttempt acquisition = this.bench.asking(WAIT);
		this.store.sent("ACQUIRE").fail(StoreException.Outcome.NOT_SENT);
		this.bench.later(acquisition, Duration.ofMillis(10));
		this.store.sent("ACQUIRE").held(Bench.LEASE, 1);
		assertThat(acquisition.isHeldByAnother()).isTrue();
		this.bench.later(acquisition, WAIT);
		this.store.sent("CANCEL").reply(Status.CANCELLED);
		assertThat(acquisition.outcome()).isEqualTo(new AttemptOutcome.Failed(Refusal.HELD_BY_ANOTHER, null));
	}

	@Test
	void lastQuestionWithoutAnAnswerInTimeIsUnavailableAndCancelledAgain() {
		StoreAttempt acquisition = closing();
		Command cancel = this.store.sent("CANCEL");
		assertThat(this.bench.dueIn(acquisition)).isEqualTo(100);
		this.bench.later(acquisition, Duration.ofMillis(99));
		assertThat(acquisition.outcome()).isNull();
		this.bench.later(acquisition, Duration.ofMillis(1));
		assertThat(Bench.failed(acquisition).reason()).isEqualTo(Refusal.UNAVAILABLE);
		Command again = this.store.sent("CANCEL");
		assertThat(again.id()).isEqualTo(cancel.id());
		assertThat(again.millis()).as("accepts nothing any more").isZero();
	}

	@Test
	void lastQuestionThatFailsIsRepeatedWhileThereIsTime() {
		StoreAttempt acquisition = closing();
		this.store.sent("CANCEL").fail(StoreException.Outcome.UNKNOWN);
		this.bench.later(acquisition, Duration.ofMillis(10));
		Command again = this.store.sent("CANCEL");
		assertThat(again.millis()).isEqualTo(Bench.LEASE);
		again.reply(Status.CANCELLED);
		assertThat(Bench.failed(acquisition).reason()).isEqualTo(Refusal.HELD_BY_ANOTHER);
	}

	@Test
	void staleLastQuestionIsAskedAgain() {
		StoreAttempt acquisition = closing();
		Command stale = this.store.sent("CANCEL");
		stale.answer().complete(StoreReply.of(Status.STALE, new ServerTime("server", this.store.serverNow() + 5_000)));
		Command again = this.store.sent("CANCEL");
		assertThat(again.notAfter()).isEqualTo(stale.notAfter());
		again.owned();
		assertThat(acquisition.outcome()).isInstanceOf(AttemptOutcome.Granted.class);
	}

	@Test
	void lastQuestionIsNeverFollowedByAPoll() {
		StoreAttempt acquisition = closing();
		this.store.sent("CANCEL");
		this.bench.engine().context().attempts().onSubscribed();
		this.bench.push(this.store.hint("client:1", 0));
		this.bench.later(acquisition, Duration.ofMillis(50));
		this.store.assertQuiet();
	}

	@Test
	void waitThatEndsWithAQuestionOnItsWayIsEndedByTheLastQuestion() {
		StoreAttempt acquisition = this.bench.asking(Duration.ofMillis(500));
		Command silent = this.store.sent("ACQUIRE");
		this.bench.later(acquisition, Duration.ofMillis(500));
		Command cancel = this.store.sent("CANCEL");
		silent.held(Bench.LEASE, 1);
		assertThat(acquisition.outcome()).as("an older answer").isNull();
		cancel.reply(Status.CANCELLED);
		assertThat(Bench.failed(acquisition).reason()).isEqualTo(Refusal.HELD_BY_ANOTHER);
		this.store.assertQuiet();
	}

	@Test
	void answerThatComesAfterTheWaitIsOverIsFollowedByTheLastQuestion() {
		StoreAttempt acquisition = this.bench.asking(Duration.ofMillis(500));
		Command slow = this.store.sent("ACQUIRE");
		this.bench.clock().advanceMillis(501);
		slow.held(Bench.LEASE, 1);
		assertThat(acquisition.outcome()).isNull();
		this.store.sent("CANCEL").reply(Status.CANCELLED);
		assertThat(Bench.failed(acquisition).reason()).isEqualTo(Refusal.HELD_BY_ANOTHER);
	}

	@Test
	void waitInWhichNothingCouldBeSentIsUnavailableAndHasNothingToCancel() {
		StoreAttempt acquisition = this.bench.asking(WAIT);
		this.store.sent("ACQUIRE").fail(StoreException.Outcome.NOT_SENT);
		this.bench.later(acquisition, WAIT);
		assertThat(Bench.failed(acquisition).reason()).isEqualTo(Refusal.UNAVAILABLE);
		assertThat(Bench.failed(acquisition).trouble()).hasMessage("trouble");
		this.store.assertQuiet();
	}

	@Test
	void shortWaitHasOneCommandTimeoutForItsAnswers() {
		StoreAttempt acquisition = this.bench.asking(Duration.ofMillis(10));
		this.store.sent("ACQUIRE");
		this.bench.later(acquisition, Duration.ofMillis(10));
		this.store.sent("CANCEL");
		this.bench.later(acquisition, Duration.ofMillis(989));
		assertThat(acquisition.outcome()).isNull();
		this.bench.later(acquisition, Duration.ofMillis(1));
		assertThat(Bench.failed(acquisition).reason()).isEqualTo(Refusal.UNAVAILABLE);
	}

	@Test
	void interruptedWaiterLeavesTheQueue() {
		StoreAttempt acquisition = this.bench.waiting(WAIT);
		acquisition.abandon(Refusal.CANCELLED);
		assertThat(acquisition.outcome()).isEqualTo(new AttemptOutcome.Failed(Refusal.CANCELLED, null));
		Command cancel = this.store.sent("CANCEL");
		assertThat(cancel.millis()).isZero();
		assertThat(this.bench.engine().context().attempts().find(cancel.id())).isNull();
	}

	@Test
	void interruptWhileAQuestionIsOnItsWayCancelsIt() {
		StoreAttempt acquisition = this.bench.asking(WAIT);
		String id = this.store.sent("ACQUIRE").id();
		acquisition.abandon(Refusal.CANCELLED);
		assertThat(this.store.sent("CANCEL").id()).isEqualTo(id);
	}

	@Test
	void interruptAfterTheGrantLeavesTheGrant() {
		StoreAttempt acquisition = this.bench.asking(WAIT);
		this.store.sent("ACQUIRE").owned();
		acquisition.abandon(Refusal.CANCELLED);
		assertThat(acquisition.outcome()).isInstanceOf(AttemptOutcome.Granted.class);
		this.store.assertQuiet();
	}

	@Test
	void lateGrantToWhoHasGivenUpIsCancelledAgain() {
		Command late = givenUpWithAQuestionOnItsWay();
		late.owned();
		assertThat(this.store.sent("CANCEL").id()).isEqualTo(late.id());
	}

	@Test
	void latePlaceInTheQueueOfWhoHasGivenUpIsCancelledAgain() {
		Command late = givenUpWithAQuestionOnItsWay();
		late.held(Bench.LEASE, 3);
		assertThat(this.store.sent("CANCEL").id()).isEqualTo(late.id());
	}

	@Test
	void lateRefusalOfWhoHasGivenUpNeedsNothing() {
		givenUpWithAQuestionOnItsWay().held(Bench.LEASE, 0);
		givenUpWithAQuestionOnItsWay().reply(Status.CANCELLED);
		givenUpWithAQuestionOnItsWay().fail(StoreException.Outcome.UNKNOWN);
		this.store.assertQuiet();
	}

	@Test
	void lateGrantToAnIdThatWasGivenUpForANewOneIsCancelled() {
		StoreAttempt acquisition = this.bench.asking(WAIT);
		Command silent = this.store.sent("ACQUIRE");
		this.bench.later(acquisition, Duration.ofSeconds(1));
		this.bench.later(acquisition, Duration.ofMillis(10));
		this.store.sent("ACQUIRE").reply(Status.FINISHED);
		Command renamed = this.store.sent("ACQUIRE");
		silent.owned();
		assertThat(acquisition.outcome()).isNull();
		assertThat(this.store.sent("CANCEL").id()).isEqualTo(silent.id());
		renamed.owned();
		assertThat(acquisition.outcome()).isInstanceOf(AttemptOutcome.Granted.class);
	}

	@Test
	void timerAfterTheEndDoesNothing() {
		StoreAttempt acquisition = closing();
		this.store.sent("CANCEL").reply(Status.CANCELLED);
		this.bench.later(acquisition, Duration.ofMinutes(1));
		this.bench.engine().context().attempts().onSubscribed();
		this.store.assertQuiet();
	}

	@Test
	void whoQueuesBehindAWaiterThatWasAnsweredIsToldThatAnotherHolds() {
		StoreAttempt ahead = this.bench.waiting(WAIT);
		assertThat(ahead.isHeldByAnother()).isTrue();
	}

	@Test
	void whoQueuesBehindAWaiterInTroubleIsToldOfIt() {
		StoreAttempt ahead = this.bench.asking(WAIT);
		this.store.sent("ACQUIRE").fail(StoreException.Outcome.NOT_SENT);
		assertThat(ahead.isHeldByAnother()).isFalse();
	}

	@Test
	void nothingIsKnownBeforeTheFirstAnswerAndAfterALongSilence() {
		StoreAttempt ahead = this.bench.asking(WAIT);
		assertThat(ahead.isHeldByAnother()).isFalse();
		this.store.sent("ACQUIRE").held(Bench.LEASE, 1);
		assertThat(ahead.isHeldByAnother()).isTrue();
		ahead.askNow();
		this.bench.later(ahead, Duration.ZERO);
		this.bench.clock().advanceMillis(500);
		assertThat(ahead.isHeldByAnother()).isTrue();
		this.bench.clock().advanceMillis(1);
		assertThat(ahead.isHeldByAnother()).isFalse();
	}

	private StoreAttempt closing() {
		StoreAttempt acquisition = this.bench.waiting(WAIT);
		this.bench.later(acquisition, WAIT);
		return acquisition;
	}

	private Command givenUpWithAQuestionOnItsWay() {
		StoreAttempt acquisition = this.bench.asking(WAIT);
		Command question = this.store.sent("ACQUIRE");
		acquisition.abandon(Refusal.CANCELLED);
		this.store.sent("CANCEL").reply(Status.CANCELLED);
		return question;
	}

}
