package io.github.lockstarter.core;

import java.time.Duration;

import org.junit.jupiter.api.Test;

import io.github.lockstarter.core.ScriptedStore.Command;
import io.github.lockstarter.observer.Refusal;
import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.StoreReply.Status;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Answers that say nothing about who holds the lock, and answers that come when nobody
 * waits for them any more.
 */
class StoreAttemptAnswersTests {

	private static final Duration WAIT = Duration.ofSeconds(10);

	private Bench bench = new Bench();

	@Test
	void staleQuestionOfWhoDoesNotWaitIsAskedAgain() {
		StoreAttempt acquisition = this.bench.asking(Duration.ZERO);
		store().sent("ACQUIRE").reply(Status.STALE);
		assertThat(acquisition.outcome()).as("nobody has said that another holds the lock").isNull();
		store().sent("ACQUIRE").owned();
		assertThat(acquisition.outcome()).isInstanceOf(AttemptOutcome.Granted.class);
	}

	@Test
	void waitThatEndsWithStaleAnswersOnlyIsUnavailable() {
		StoreAttempt acquisition = this.bench.asking(Duration.ofMillis(500));
		Command question = store().sent("ACQUIRE");
		this.bench.clock().advance(Duration.ofSeconds(2));
		question.reply(Status.STALE);
		assertThat(acquisition.outcome()).isInstanceOfSatisfying(AttemptOutcome.Failed.class,
				(failed) -> assertThat(failed.reason()).isEqualTo(Refusal.UNAVAILABLE));
	}

	@Test
	void waitThatEndsWithStaleAnswersOnlyHasAReason() {
		StoreAttempt acquisition = this.bench.asking(Duration.ofMillis(500));
		Command question = store().next("ACQUIRE");
		this.bench.clock().advance(Duration.ofSeconds(2));
		question.reply(Status.STALE);
		assertThat(Bench.failed(acquisition).trouble())
			.hasMessage("Redis at test executed the request only after its time limit");
	}

	@Test
	void failureOfAFormerQuestionIsTheReasonWhereTheLastOneIsAnswered() {
		StoreAttempt acquisition = this.bench.asking(Duration.ofMillis(500));
		Command first = store().next("ACQUIRE");
		this.bench.later(acquisition, Duration.ofMillis(500));
		Command last = store().next("CANCEL");
		first.fail(StoreException.Outcome.UNKNOWN);
		last.reply(Status.CANCELLED);
		store().next("CANCEL").reply(Status.CANCELLED);
		assertThat(Bench.failed(acquisition).trouble()).hasMessage("trouble");
	}

	@Test
	void refusedConnectionEndsTheWait() {
		StoreAttempt acquisition = this.bench.asking(WAIT);
		StoreException refused = StoreException.refusedConnection(StoreException.Outcome.NOT_SENT, "WRONGPASS");
		store().next("ACQUIRE").answer().completeExceptionally(refused);
		assertThat(acquisition.outcome()).isEqualTo(new AttemptOutcome.Failed(Refusal.UNAVAILABLE, refused));
		store().assertQuiet();
	}

	@Test
	void missingConnectionDoesNotEndTheWait() {
		StoreAttempt acquisition = this.bench.asking(WAIT);
		store().next("ACQUIRE").fail(StoreException.Outcome.NOT_SENT);
		assertThat(acquisition.outcome()).isNull();
	}

	@Test
	void callerBehindAnotherThatHasNotAskedHasAReason() {
		Engine engine = this.bench.started();
		new LocalPlace(engine.queues(), Bench.NAME, this.bench.waiter(Bench.NAME, this.bench.renewed())).join();
		SingleEntry behind = new SingleEntry(engine, Bench.caller(new Object(), Bench.NAME, this.bench.renewed()),
				this.bench.budget(Duration.ofMillis(40)), () -> {
				});
		behind.advance(null);
		this.bench.clock().advance(WAIT);
		behind.advance(null);
		assertThat(behind.refused().failure().trouble()).hasMessage(
				"another caller of this instance is ahead in the queue and has no answer from Redis at test yet");
	}

	@Test
	void grantThatCameTooLateIsNotALockHeldByAnother() {
		StoreAttempt acquisition = this.bench.acquisition(Duration.ZERO, 50);
		acquisition.start();
		Command question = store().sent("ACQUIRE");
		this.bench.clock().advanceMillis(60);
		question.owned();
		assertThat(store().sent("CANCEL").id()).isEqualTo(question.id());
		assertThat(acquisition.outcome()).isNotEqualTo(new AttemptOutcome.Failed(Refusal.HELD_BY_ANOTHER, null));
	}

	@Test
	void placeInTheQueueThatALateAnswerTellsOfIsNotLeftBehind() {
		StoreAttempt acquisition = this.bench.asking(Duration.ofMillis(1_005));
		Command slow = store().sent("ACQUIRE");
		this.bench.later(acquisition, Duration.ofMillis(1_000));
		slow.held(Bench.LEASE, 1);
		this.bench.later(acquisition, Duration.ofMillis(5));
		assertThat(store().sent("CANCEL").id()).isEqualTo(slow.id());
	}

	@Test
	void messagesThatAreConfirmedAreNotMissing() {
		this.bench = new Bench(TestSettings.of((settings) -> settings.handOffConfirm = true));
		for (int i = 1; i <= 5; i++) {
			this.bench.waiting(WAIT);
			this.bench.push(store().grant("client:" + i, 2_000));
			store().sent("ACQUIRE").owned();
		}
		assertThat(store().resubscriptions()).isZero();
	}

	@Test
	void whoHasGivenUpBeforeTheFirstQuestionDoesNotAsk() {
		StoreAttempt acquisition = this.bench.acquisition(WAIT);
		acquisition.abandon(Refusal.SHUT_DOWN);
		acquisition.start();
		store().assertQuiet();
	}

	private ScriptedStore store() {
		return this.bench.store();
	}

}
