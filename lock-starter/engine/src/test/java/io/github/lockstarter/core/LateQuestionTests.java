package io.github.lockstarter.core;

import java.time.Duration;

import org.junit.jupiter.api.Test;

import io.github.lockstarter.core.ScriptedStore.Command;
import io.github.lockstarter.observer.Refusal;
import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.StoreReply.Status;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Questions that came too late for a store, because nobody has heard its clock for long:
 * what a caller is told whose wait is over by then.
 */
class LateQuestionTests {

	private final Bench bench = new Bench();

	private final ScriptedStore store = this.bench.store();

	@Test
	void questionThatCameTooLateIsAskedAnewAfterTheWait() {
		StoreAttempt acquisition = this.bench.asking(Duration.ofMillis(11));
		Command late = this.store.next("ACQUIRE");
		this.bench.clock().advanceMillis(12);
		late.reply(Status.STALE);
		assertThat(acquisition.outcome()).isNull();
		Command anew = this.store.next("ACQUIRE");
		assertThat(anew.waitMillis()).as("no place in the queue").isZero();
		anew.held(Bench.LEASE, 0);
		assertThat(acquisition.outcome()).isEqualTo(new AttemptOutcome.Failed(Refusal.HELD_BY_ANOTHER, null));
		this.store.assertQuiet();
	}

	@Test
	void freeLockIsTakenByTheQuestionThatIsAskedAnew() {
		StoreAttempt acquisition = this.bench.asking(Duration.ofMillis(11));
		Command late = this.store.next("ACQUIRE");
		this.bench.clock().advanceMillis(12);
		late.reply(Status.STALE);
		this.store.next("ACQUIRE").owned();
		assertThat(acquisition.outcome()).isInstanceOf(AttemptOutcome.Granted.class);
	}

	@Test
	void questionThatIsKnownToHaveComeTooLateBehindTheLastOneIsAskedAnew() {
		StoreAttempt acquisition = this.bench.asking(Duration.ofMillis(1));
		Command late = this.store.next("ACQUIRE");
		this.bench.later(acquisition, Duration.ofMillis(1));
		Command cancel = this.store.next("CANCEL");
		late.reply(Status.STALE);
		cancel.reply(Status.CANCELLED);
		assertThat(acquisition.outcome()).isNull();
		this.store.next("ACQUIRE").held(Bench.LEASE, 0);
		assertThat(Bench.failed(acquisition).reason()).isEqualTo(Refusal.HELD_BY_ANOTHER);
		this.store.assertQuiet();
	}

	@Test
	void questionThatIsAskedAnewWithoutAnAnswerIsCancelled() {
		StoreAttempt acquisition = this.bench.asking(Duration.ofMillis(11));
		Command late = this.store.next("ACQUIRE");
		this.bench.clock().advanceMillis(12);
		late.reply(Status.STALE);
		Command anew = this.store.next("ACQUIRE");
		assertThat(this.bench.dueIn(acquisition)).isEqualTo(988);
		anew.fail(StoreException.Outcome.UNKNOWN);
		this.bench.later(acquisition, Duration.ofMillis(10));
		this.store.next("CANCEL").reply(Status.CANCELLED);
		this.store.next("CANCEL").reply(Status.CANCELLED);
		assertThat(Bench.failed(acquisition).reason()).isEqualTo(Refusal.UNAVAILABLE);
		assertThat(this.store.next("CANCEL").millis()).as("what has no answer is given back").isZero();
		this.store.assertQuiet();
	}

	@Test
	void questionThatCameTooLateIsNotAskedAnewInTrouble() {
		StoreAttempt acquisition = this.bench.asking(Duration.ofMillis(20));
		this.store.next("ACQUIRE").reply(Status.STALE);
		this.store.next("ACQUIRE").fail(StoreException.Outcome.NOT_SENT);
		this.bench.later(acquisition, Duration.ofMillis(20));
		assertThat(Bench.failed(acquisition).reason()).isEqualTo(Refusal.UNAVAILABLE);
		this.store.assertQuiet();
	}

}
