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
 * Commands and answers of a {@link StoreAttempt}: what each answer leads to, and what
 * becomes of a question without one.
 */
class StoreAttemptTests {

	private static final Duration WAIT = Duration.ofSeconds(10);

	private final Bench bench = new Bench();

	private final ScriptedStore store = this.bench.store();

	private final ManualClock clock = this.bench.clock();

	@Test
	void deadlineIsCountedFromBeforeTheQuestionWasSent() {
		StoreAttempt acquisition = this.bench.acquisition(WAIT);
		Moment sent = this.clock.now();
		acquisition.start();
		this.clock.advanceMillis(400);
		this.store.sent("ACQUIRE").owned();
		AttemptOutcome.Granted granted = granted(acquisition);
		assertThat(granted.deadline().end()).isEqualTo(sent.plusMillis(Bench.LEASE * 99 / 100 - 2));
		assertThat(granted.ownership().begin()).isEqualTo(sent);
		assertThat(granted.provisional()).isFalse();
	}

	@Test
	void grantNamesTheAttemptAndTheBlockOfTokens() {
		StoreAttempt acquisition = this.bench.asking(WAIT);
		Command question = this.store.sent("ACQUIRE");
		question.owned(70, 86);
		assertThat(granted(acquisition).ownership())
			.extracting(Ownership::id, Ownership::firstToken, Ownership::token, Ownership::lastToken)
			.containsExactly(question.id(), 70L, 70L, 86L);
		this.store.assertQuiet();
	}

	@Test
	void grantAfterItsOwnDeadlineIsGivenBackAndAskedForUnderANewId() {
		StoreAttempt acquisition = this.bench.acquisition(WAIT, 200);
		acquisition.start();
		Command late = this.store.sent("ACQUIRE");
		this.clock.advanceMillis(197);
		late.owned();
		assertThat(acquisition.outcome()).isNull();
		Command cancel = this.store.sent("CANCEL");
		assertThat(cancel.id()).isEqualTo(late.id());
		assertThat(cancel.millis()).as("accepts nothing").isZero();
		this.bench.later(acquisition, Duration.ofMillis(20));
		Command again = this.store.sent("ACQUIRE");
		assertThat(again.id()).isNotEqualTo(late.id());
		again.owned();
		assertThat(granted(acquisition).ownership().id()).isEqualTo(again.id());
	}

	@Test
	void grantAfterItsOwnDeadlineIsTheReasonIfThereIsNoTimeForAnother() {
		StoreAttempt acquisition = this.bench.acquisition(Duration.ZERO, 1_000);
		acquisition.start();
		this.clock.advanceMillis(990);
		this.store.sent("ACQUIRE").owned();
		this.bench.later(acquisition, Duration.ofMillis(10));
		assertThat(Bench.failed(acquisition).trouble())
			.hasMessage("its answers take longer than the lease of 1s lasts");
	}

	@Test
	void grantAfterItsOwnDeadlineByTheWallClockIsNoGrantEither() {
		StoreAttempt acquisition = this.bench.acquisition(WAIT, 200);
		acquisition.start();
		this.clock.stepWall(Duration.ofMillis(197));
		this.store.sent("ACQUIRE").owned();
		assertThat(acquisition.outcome()).isNull();
		this.bench.later(acquisition, Duration.ofMillis(20));
		assertThat(this.store.verbs()).containsExactly("CANCEL", "ACQUIRE");
	}

	@Test
	void grantJustBeforeItsDeadlineIsAGrant() {
		StoreAttempt acquisition = this.bench.acquisition(WAIT, 200);
		acquisition.start();
		this.clock.advanceMillis(195);
		this.store.sent("ACQUIRE").owned();
		assertThat(granted(acquisition).deadline().remainingNanos(this.clock.now())).isEqualTo(1_000_000);
	}

	@Test
	void idThatHasReleasedBeforeAsksAsANewOne() {
		StoreAttempt acquisition = this.bench.asking(WAIT);
		Command first = this.store.sent("ACQUIRE");
		first.reply(Status.FINISHED);
		Command second = this.store.sent("ACQUIRE");
		assertThat(second.id()).isNotEqualTo(first.id());
		second.owned();
		assertThat(granted(acquisition).ownership().id()).isEqualTo(second.id());
	}

	@Test
	void questionMayTakeEffectForOneCommandTimeout() {
		this.bench.asking(WAIT);
		assertThat(this.store.sent("ACQUIRE").notAfter()).isEqualTo(this.bench.limitAfter(Duration.ofSeconds(1)));
	}

	@Test
	void questionMayTakeEffectUntilTheEndOfTheAttemptWhereThatIsSooner() {
		StoreAttempt acquisition = this.bench.waiting(Duration.ofMillis(3_200));
		this.bench.later(acquisition, Duration.ofSeconds(3));
		// 200 ms are left of the wait, and 100 ms more for the last answer
		assertThat(this.store.sent("ACQUIRE").notAfter()).isEqualTo(this.bench.limitAfter(Duration.ofMillis(300)));
	}

	@Test
	void staleQuestionIsAskedAgain() {
		StoreAttempt acquisition = this.bench.asking(WAIT);
		Command stale = this.store.sent("ACQUIRE");
		long jump = Duration.ofHours(5).toMillis();
		stale.answer().complete(StoreReply.of(Status.STALE, new ServerTime("server", this.store.serverNow() + jump)));
		Command again = this.store.sent("ACQUIRE");
		assertThat(again.id()).isEqualTo(stale.id());
		assertThat(again.notAfter()).isEqualTo(this.bench.limitAfter(Duration.ofSeconds(1)));
		again.owned();
		assertThat(granted(acquisition).ownership().id()).isEqualTo(stale.id());
	}

	@Test
	void questionWithoutAnAnswerIsRepeatedUnderTheSameId() {
		StoreAttempt acquisition = this.bench.asking(WAIT);
		Command lost = this.store.sent("ACQUIRE");
		lost.fail(StoreException.Outcome.UNKNOWN);
		assertThat(acquisition.outcome()).isNull();
		assertThat(this.bench.wakes()).isEqualTo(1);
		assertThat(this.bench.dueIn(acquisition)).isEqualTo(10);
		this.bench.later(acquisition, Duration.ofMillis(9));
		this.store.assertQuiet();
		this.bench.later(acquisition, Duration.ofMillis(1));
		Command again = this.store.sent("ACQUIRE");
		assertThat(again.id()).isEqualTo(lost.id());
		again.owned();
		assertThat(granted(acquisition).ownership().id()).isEqualTo(lost.id());
		this.store.assertQuiet();
	}

	@Test
	void pausesBetweenRepetitionsGrowAndBeginAnewAfterAnAnswer() {
		StoreAttempt acquisition = this.bench.asking(WAIT);
		for (long pause : new long[] { 10, 20, 40, 80, 125, 125 }) {
			this.store.sent("ACQUIRE").fail(StoreException.Outcome.NOT_SENT);
			assertThat(this.bench.dueIn(acquisition)).isEqualTo(pause);
			this.bench.later(acquisition, Duration.ofMillis(pause));
		}
		this.store.sent("ACQUIRE").held(Bench.LEASE, 1);
		this.bench.later(acquisition, Duration.ofSeconds(3));
		this.store.sent("ACQUIRE").fail(StoreException.Outcome.NOT_SENT);
		assertThat(this.bench.dueIn(acquisition)).isEqualTo(10);
	}

	@Test
	void questionIsGivenUpAfterOneCommandTimeoutAndRepeated() {
		StoreAttempt acquisition = this.bench.asking(WAIT);
		Command silent = this.store.sent("ACQUIRE");
		assertThat(this.bench.dueIn(acquisition)).isEqualTo(1_000);
		this.bench.later(acquisition, Duration.ofMillis(999));
		this.store.assertQuiet();
		this.bench.later(acquisition, Duration.ofMillis(1));
		this.bench.later(acquisition, Duration.ofMillis(10));
		assertThat(this.store.sent("ACQUIRE").id()).isEqualTo(silent.id());
	}

	@Test
	void answerToAQuestionThatWasGivenUpStillGrants() {
		StoreAttempt acquisition = this.bench.asking(WAIT);
		Moment sent = this.clock.now();
		Command silent = this.store.sent("ACQUIRE");
		this.bench.later(acquisition, Duration.ofSeconds(1));
		this.bench.later(acquisition, Duration.ofMillis(10));
		Command repeated = this.store.sent("ACQUIRE");
		silent.owned();
		assertThat(granted(acquisition).deadline().end()).isEqualTo(sent.plusMillis(Bench.LEASE * 99 / 100 - 2));
		repeated.owned();
		this.store.assertQuiet();
	}

	@Test
	void refusalThatWillNotGoAwayFailsAtOnce() {
		StoreAttempt acquisition = this.bench.asking(WAIT);
		this.store.sent("ACQUIRE").fail(StoreException.Outcome.REJECTED);
		assertThat(Bench.failed(acquisition).reason()).isEqualTo(Refusal.UNAVAILABLE);
		assertThat(Bench.failed(acquisition).trouble()).hasMessage("trouble");
	}

	@Test
	void whoDoesNotWaitIsRefusedByTheFirstAnswerAndLeavesNothing() {
		StoreAttempt acquisition = this.bench.asking(Duration.ZERO);
		Command question = this.store.sent("ACQUIRE");
		assertThat(question.waitMillis()).as("no place in the queue").isZero();
		question.held(Bench.LEASE, 0);
		assertThat(Bench.failed(acquisition)).isEqualTo(new AttemptOutcome.Failed(Refusal.HELD_BY_ANOTHER, null));
		this.store.assertQuiet();
		assertThat(this.bench.engine().context().attempts().find(question.id())).isNull();
	}

	@Test
	void whoDoesNotWaitFailsWithoutASecondQuestionIfNothingWasSent() {
		StoreAttempt acquisition = this.bench.asking(Duration.ZERO);
		this.store.sent("ACQUIRE").fail(StoreException.Outcome.NOT_SENT);
		this.bench.later(acquisition, Duration.ofMillis(20));
		assertThat(Bench.failed(acquisition).reason()).isEqualTo(Refusal.UNAVAILABLE);
		this.store.assertQuiet();
	}

	@Test
	void whoDoesNotWaitRepeatsAQuestionOfUnknownOutcome() {
		StoreAttempt acquisition = this.bench.asking(Duration.ZERO);
		Command lost = this.store.sent("ACQUIRE");
		lost.fail(StoreException.Outcome.UNKNOWN);
		this.bench.later(acquisition, Duration.ofMillis(10));
		Command again = this.store.sent("ACQUIRE");
		assertThat(again.id()).isEqualTo(lost.id());
		again.owned();
		assertThat(granted(acquisition).ownership().id()).isEqualTo(lost.id());
	}

	@Test
	void whoDoesNotWaitGivesUpAfterOneCommandTimeoutAndCancels() {
		StoreAttempt acquisition = this.bench.asking(Duration.ZERO);
		Command silent = this.store.sent("ACQUIRE");
		this.bench.later(acquisition, Duration.ofMillis(999));
		assertThat(acquisition.outcome()).isNull();
		this.bench.later(acquisition, Duration.ofMillis(1));
		assertThat(Bench.failed(acquisition).reason()).isEqualTo(Refusal.UNAVAILABLE);
		assertThat(Bench.failed(acquisition).trouble()).hasMessage("Redis at test did not answer within 1s");
		Command cancel = this.store.sent("CANCEL");
		assertThat(cancel.id()).isEqualTo(silent.id());
		assertThat(cancel.millis()).isZero();
	}

	@Test
	void whoGivesUpBeforeAQuestionHadItsTimeIsToldThatThereWasNoAnswer() {
		StoreAttempt acquisition = this.bench.acquisition(Duration.ZERO);
		this.clock.advanceMillis(3);
		acquisition.start();
		this.bench.later(acquisition, Duration.ofMillis(997));
		assertThat(Bench.failed(acquisition).reason()).isEqualTo(Refusal.UNAVAILABLE);
		assertThat(Bench.failed(acquisition).trouble()).hasMessage("Redis at test did not answer within 997ms");
	}

	@Test
	void silenceIsCountedFromTheFirstQuestionThatHasNoAnswer() {
		StoreAttempt acquisition = this.bench.asking(Duration.ofMillis(300));
		this.bench.later(acquisition, Duration.ofMillis(300));
		assertThat(this.store.verbs()).containsExactly("ACQUIRE", "CANCEL");
		this.bench.later(acquisition, Duration.ofMillis(700));
		assertThat(Bench.failed(acquisition).trouble()).hasMessage("Redis at test did not answer within 1s");
	}

	@Test
	void failureThatIsNotOfTheStoreIsAnUnknownOutcome() {
		StoreAttempt acquisition = this.bench.asking(WAIT);
		this.store.sent("ACQUIRE").answer().completeExceptionally(new IllegalStateException("surprise"));
		assertThat(acquisition.outcome()).isNull();
		this.bench.later(acquisition, Duration.ofMillis(10));
		this.store.sent("ACQUIRE").owned();
		assertThat(acquisition.outcome()).isInstanceOf(AttemptOutcome.Granted.class);
	}

	private static AttemptOutcome.Granted granted(StoreAttempt acquisition) {
		assertThat(acquisition.outcome()).isInstanceOf(AttemptOutcome.Granted.class);
		return (AttemptOutcome.Granted) acquisition.outcome();
	}

}
