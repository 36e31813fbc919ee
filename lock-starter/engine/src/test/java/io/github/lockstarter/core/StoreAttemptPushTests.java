package io.github.lockstarter.core;

import java.time.Duration;

import org.junit.jupiter.api.Test;

import io.github.lockstarter.core.ScriptedStore.Command;
import io.github.lockstarter.observer.Refusal;
import io.github.lockstarter.store.Moment;
import io.github.lockstarter.store.PushMessage;
import io.github.lockstarter.store.ServerTime;
import io.github.lockstarter.store.StoreReply;
import io.github.lockstarter.store.StoreReply.Status;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Grants that reach an {@link StoreAttempt} as messages: how old they are, and to whom
 * they belong.
 */
class StoreAttemptPushTests {

	private static final Duration WAIT = Duration.ofSeconds(10);

	private static final long HAND_OFF = 2_000;

	private Bench bench = new Bench();

	@Test
	void messageIsAsOldAsTheServerSaysAndNotAsItsArrival() {
		StoreAttempt acquisition = this.bench.acquisition(WAIT);
		Moment asked = this.bench.clock().now();
		acquisition.start();
		Command question = store().sent("ACQUIRE");
		StoreReply answer = StoreReply.of(Status.WAIT, store().serverTime()).withLease(Bench.LEASE).withQueue(1);
		this.bench.clock().advanceMillis(300);
		question.answer().complete(answer);
		this.bench.clock().advanceMillis(200);
		PushMessage message = store().grant(question.id(), HAND_OFF);
		this.bench.clock().advanceMillis(400);
		this.bench.push(message);
		AttemptOutcome.Granted granted = granted(acquisition);
		assertThat(granted.ownership().begin()).isEqualTo(asked.plusMillis(500));
		assertThat(granted.deadline().end()).isEqualTo(asked.plusMillis(500 + 1_978));
		assertThat(granted.provisional()).isTrue();
	}

	@Test
	void messageOfAnotherServerIsClaimedAndNotDatedByTheFirst() {
		StoreAttempt acquisition = this.bench.waiting(WAIT);
		// its clock is five seconds ahead: by the answers of the first one it would be
		// new
		store().failOver(Duration.ofSeconds(5));
		PushMessage message = store().grant(id(acquisition), HAND_OFF);
		this.bench.clock().advance(Duration.ofSeconds(1));
		this.bench.push(message);
		assertThat(acquisition.outcome()).isNull();
		store().sent("ACQUIRE").owned();
		assertThat(granted(acquisition).provisional()).isFalse();
	}

	@Test
	void hintWithoutATimeAsksNow() {
		StoreAttempt acquisition = this.bench.waiting(WAIT);
		this.bench.push(store().hint(id(acquisition), 0));
		assertThat(this.bench.dueIn(acquisition)).isZero();
	}

	@Test
	void messageIsNeverYoungerThanItsArrival() {
		StoreAttempt acquisition = this.bench.waiting(WAIT);
		PushMessage message = store().grant(id(acquisition), HAND_OFF);
		Moment arrival = this.bench.clock().now();
		this.bench
			.push(new PushMessage(message.kind(), message.id(), new ServerTime("server", message.time().millis() + 700),
					message.firstToken(), message.lastToken(), message.millis(), message.key()));
		assertThat(granted(acquisition).ownership().begin()).isEqualTo(arrival);
	}

	@Test
	void messageYoungerThanHalfItsLeaseEntersWithoutAQuestion() {
		StoreAttempt acquisition = this.bench.waiting(WAIT);
		PushMessage message = store().grant(id(acquisition), HAND_OFF);
		this.bench.clock().advanceMillis(977);
		this.bench.push(message);
		assertThat(granted(acquisition).ownership()).extracting(Ownership::firstToken, Ownership::lastToken)
			.containsExactly(ScriptedStore.TOKEN, ScriptedStore.TOKEN + 16);
		assertThat(granted(acquisition).ownership().contested()).isTrue();
		assertThat(this.bench.wakes()).as("the grant").isEqualTo(1);
		store().assertQuiet();
	}

	@Test
	void messageOlderThanHalfItsLeaseIsClaimed() {
		StoreAttempt acquisition = this.bench.waiting(WAIT);
		PushMessage message = store().grant(id(acquisition), HAND_OFF);
		this.bench.clock().advanceMillis(978);
		this.bench.push(message);
		assertClaimed(acquisition, message.id());
	}

	@Test
	void messageThatTheWallClockCallsOldIsClaimed() {
		StoreAttempt acquisition = this.bench.waiting(WAIT);
		PushMessage message = store().grant(id(acquisition), HAND_OFF);
		this.bench.clock().stepWall(Duration.ofMillis(978));
		this.bench.push(message);
		assertClaimed(acquisition, message.id());
	}

	@Test
	void messageFromBeforeASleepIsClaimedAlthoughTheWallClockWasSetBack() {
		StoreAttempt acquisition = this.bench.waiting(WAIT);
		this.bench.clock().stepWall(Duration.ofSeconds(-60));
		PushMessage message = store().grant(id(acquisition), HAND_OFF);
		// the machine sleeps: its monotonic clock stands still
		this.bench.clock().stepWall(Duration.ofSeconds(30));
		this.bench.push(message);
		assertClaimed(acquisition, message.id());
	}

	@Test
	void messageBeforeTheFirstAnswerIsClaimed() {
		StoreAttempt acquisition = this.bench.asking(WAIT);
		Command question = store().sent("ACQUIRE");
		this.bench.push(store().grant(question.id(), HAND_OFF));
		assertThat(acquisition.outcome()).isNull();
		Command claim = store().sent("ACQUIRE");
		assertThat(claim.id()).isEqualTo(question.id());
		question.held(Bench.LEASE, 1);
		assertThat(acquisition.outcome()).isNull();
		store().assertQuiet();
		claim.owned();
		assertThat(granted(acquisition).provisional()).isFalse();
	}

	@Test
	void messageBeforeTheFirstAnswerToANewIdIsClaimed() {
		StoreAttempt acquisition = this.bench.waiting(WAIT);
		this.bench.later(acquisition, Duration.ofSeconds(3));
		store().sent("ACQUIRE").reply(Status.FINISHED);
		String renamed = store().sent("ACQUIRE").id();
		this.bench.push(store().grant(renamed, HAND_OFF));
		assertClaimed(acquisition, renamed);
	}

	@Test
	void messageOlderThanTheLastAnswerIsClaimed() {
		StoreAttempt acquisition = this.bench.waiting(WAIT);
		PushMessage message = store().grant(id(acquisition), HAND_OFF);
		this.bench.later(acquisition, Duration.ofSeconds(3));
		store().sent("ACQUIRE").held(Bench.LEASE, 1);
		this.bench.push(message);
		assertClaimed(acquisition, message.id());
	}

	@Test
	void messageFromBeforeABackwardStepOfTheServersClockIsClaimed() {
		StoreAttempt acquisition = this.bench.waiting(WAIT);
		PushMessage message = store().grant(id(acquisition), HAND_OFF);
		store().stepServer(Duration.ofSeconds(-4));
		this.bench.later(acquisition, Duration.ofSeconds(3));
		store().sent("ACQUIRE").held(Bench.LEASE, 1);
		this.bench.push(message);
		assertClaimed(acquisition, message.id());
	}

	@Test
	void everyMessageIsClaimedWhereHandOffsAreConfirmed() {
		this.bench = new Bench(TestSettings.of((settings) -> settings.handOffConfirm = true));
		StoreAttempt acquisition = this.bench.waiting(WAIT);
		String id = id(acquisition);
		this.bench.push(store().grant(id, HAND_OFF));
		assertClaimed(acquisition, id);
	}

	@Test
	void claimThatComesTooLateWaitsOn() {
		StoreAttempt acquisition = this.bench.waiting(WAIT);
		PushMessage message = store().grant(id(acquisition), HAND_OFF);
		this.bench.clock().advanceMillis(2_500);
		this.bench.push(message);
		store().sent("ACQUIRE").held(Bench.LEASE, 4);
		assertThat(acquisition.outcome()).isNull();
		assertThat(this.bench.dueIn(acquisition)).isEqualTo(3_000);
	}

	@Test
	void messageForAnAttemptNobodyKnowsIsGivenBackAtOnce() {
		this.bench.push(store().grant("client:77", HAND_OFF));
		assertThat(store().sent("GIVE BACK").id()).isEqualTo("client:77");
	}

	@Test
	void hintForAnAttemptNobodyKnowsIsForgotten() {
		this.bench.push(store().hint("client:77", 10));
		store().assertQuiet();
	}

	@Test
	void messageForAnAttemptThatFailedIsGivenBack() {
		StoreAttempt acquisition = this.bench.waiting(WAIT);
		String id = id(acquisition);
		acquisition.abandon(Refusal.CANCELLED);
		store().sent("CANCEL");
		this.bench.push(store().grant(id, HAND_OFF));
		assertThat(store().sent("GIVE BACK").id()).isEqualTo(id);
	}

	@Test
	void messageForAnIdThatWasGivenUpForANewOneIsGivenBack() {
		StoreAttempt acquisition = this.bench.waiting(WAIT);
		String old = id(acquisition);
		this.bench.later(acquisition, Duration.ofSeconds(3));
		store().sent("ACQUIRE").reply(Status.FINISHED);
		assertThat(store().sent("ACQUIRE").id()).isNotEqualTo(old);
		assertThat(this.bench.engine().context().attempts().find(old)).isNull();
		this.bench.push(store().grant(old, HAND_OFF));
		assertThat(store().sent("GIVE BACK").id()).isEqualTo(old);
		assertThat(acquisition.outcome()).isNull();
	}

	@Test
	void messageForWhatAPollHasGrantedIsNotGivenBack() {
		StoreAttempt acquisition = this.bench.waiting(WAIT);
		this.bench.later(acquisition, Duration.ofSeconds(3));
		Command poll = store().sent("ACQUIRE");
		PushMessage message = store().grant(poll.id(), HAND_OFF);
		poll.owned();
		this.bench.push(message);
		this.bench.push(message);
		store().assertQuiet();
		assertThat(granted(acquisition).provisional()).isFalse();
		assertThat(granted(acquisition).ownership().contested()).isTrue();
	}

	@Test
	void pollAnsweredAfterTheMessageChangesNothing() {
		StoreAttempt acquisition = this.bench.waiting(WAIT);
		this.bench.later(acquisition, Duration.ofSeconds(3));
		Command poll = store().sent("ACQUIRE");
		this.bench.push(store().grant(poll.id(), HAND_OFF));
		AttemptOutcome.Granted granted = granted(acquisition);
		poll.owned();
		assertThat(acquisition.outcome()).isSameAs(granted);
		store().assertQuiet();
	}

	@Test
	void messageDuringTheLastQuestionEnters() {
		StoreAttempt acquisition = this.bench.waiting(Duration.ofSeconds(2));
		this.bench.later(acquisition, Duration.ofSeconds(2));
		Command cancel = store().sent("CANCEL");
		this.bench.push(store().grant(cancel.id(), HAND_OFF));
		assertThat(granted(acquisition).ownership().id()).isEqualTo(cancel.id());
		cancel.owned();
		store().assertQuiet();
	}

	@Test
	void oldMessageDuringTheLastQuestionLeavesItToThatAnswer() {
		StoreAttempt acquisition = this.bench.waiting(Duration.ofSeconds(2));
		PushMessage message = store().grant(id(acquisition), HAND_OFF);
		this.bench.later(acquisition, Duration.ofSeconds(2));
		Command cancel = store().sent("CANCEL");
		this.bench.push(message);
		store().assertQuiet();
		cancel.owned();
		assertThat(granted(acquisition).provisional()).isFalse();
	}

	@Test
	void messageThatMeetsAnAcquisitionUnderAnotherIdOrAfterItsFailureIsNotForIt() {
		StoreAttempt acquisition = this.bench.waiting(WAIT);
		PushMessage message = store().grant(id(acquisition), HAND_OFF);
		Moment arrival = this.bench.clock().now();
		assertThat(acquisition.onHandOff(store().grant("client:77", HAND_OFF), arrival)).isFalse();
		assertThat(acquisition.outcome()).isNull();
		acquisition.abandon(Refusal.CANCELLED);
		assertThat(acquisition.onHandOff(message, arrival)).isFalse();
	}

	private void assertClaimed(StoreAttempt acquisition, String id) {
		assertThat(acquisition.outcome()).isNull();
		Moment sent = this.bench.clock().now();
		Command claim = store().sent("ACQUIRE");
		assertThat(claim.id()).isEqualTo(id);
		claim.owned();
		assertThat(granted(acquisition).provisional()).isFalse();
		assertThat(granted(acquisition).ownership()).extracting(Ownership::id, Ownership::begin)
			.containsExactly(id, sent);
	}

	/**
	 * The id of the only live attempt.
	 */
	private String id(StoreAttempt acquisition) {
		for (int i = 1;; i++) {
			String id = "client:" + i;
			if (this.bench.engine().context().attempts().find(id) == acquisition) {
				return id;
			}
		}
	}

	private ScriptedStore store() {
		return this.bench.store();
	}

	private static AttemptOutcome.Granted granted(StoreAttempt acquisition) {
		assertThat(acquisition.outcome()).isInstanceOf(AttemptOutcome.Granted.class);
		return (AttemptOutcome.Granted) acquisition.outcome();
	}

}
