package io.github.lockstarter.core;

import java.time.Duration;
import java.util.List;

import org.junit.jupiter.api.Test;

import io.github.lockstarter.core.ScriptedStore.Command;
import io.github.lockstarter.store.PushMessage;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * When messages to {@link LiveAttempts} seem to get lost, and when it only looks so.
 */
class MissedMessagesTests {

	private static final Duration WAIT = Duration.ofSeconds(10);

	private static final long HAND_OFF = 2_000;

	private final Bench bench = new Bench();

	@Test
	void grantsFoundByTheLastQuestionSayNothingAboutTheSubscription() {
		for (int i = 0; i < 5; i++) {
			StoreAttempt acquisition = this.bench.waiting(Duration.ofMillis(100));
			this.bench.later(acquisition, Duration.ofMillis(100));
			store().next("CANCEL").owned();
		}
		assertThat(store().resubscriptions()).isZero();
	}

	@Test
	void threeGrantsInARowFoundByPollingRenewTheSubscription() {
		pollsUntilGranted();
		pollsUntilGranted();
		assertThat(store().resubscriptions()).isZero();
		pollsUntilGranted();
		assertThat(store().resubscriptions()).isOne();
		pollsUntilGranted();
		pollsUntilGranted();
		assertThat(store().resubscriptions()).as("counted anew").isOne();
	}

	@Test
	void oneMessageInBetweenShowsThatTheSubscriptionWorks() {
		pollsUntilGranted();
		pollsUntilGranted();
		StoreAttempt acquisition = this.bench.waiting(WAIT);
		this.bench.push(store().grant(id(acquisition), HAND_OFF));
		pollsUntilGranted();
		assertThat(store().resubscriptions()).isZero();
	}

	@Test
	void leasesThatRunOutTogetherSayNothingOfASubscriptionThatWasHeardLately() {
		StoreAttempt acquisition = this.bench.waiting(WAIT);
		this.bench.push(store().grant(id(acquisition), HAND_OFF));
		List<StoreAttempt> waiters = List.of(this.bench.waiting(WAIT), this.bench.waiting(WAIT),
				this.bench.waiting(WAIT));
		this.bench.clock().advance(Duration.ofSeconds(3));
		for (StoreAttempt waiter : waiters) {
			waiter.advance(null);
			store().next("ACQUIRE").owned();
		}
		assertThat(store().resubscriptions()).isZero();
		pollsUntilGranted();
		pollsUntilGranted();
		assertThat(store().resubscriptions()).as("silent for three polls").isOne();
	}

	@Test
	void leaseThatEndsByItselfLeavesNobodyWhoWouldSendAMessage() {
		for (int i = 0; i < 5; i++) {
			StoreAttempt acquisition = this.bench.asking(WAIT);
			store().next("ACQUIRE").held(2_500, 1);
			this.bench.later(acquisition, Duration.ofSeconds(3));
			store().next("ACQUIRE").owned();
			assertThat(acquisition.outcome()).isInstanceOf(AttemptOutcome.Granted.class);
		}
		assertThat(store().resubscriptions()).isZero();
	}

	@Test
	void messageThatComesAfterTheAnswerToAQuestionIsNotMissed() {
		for (int i = 0; i < 5; i++) {
			StoreAttempt acquisition = this.bench.waiting(WAIT);
			this.bench.later(acquisition, Duration.ofSeconds(3));
			Command poll = store().next("ACQUIRE");
			PushMessage message = store().grant(poll.id(), HAND_OFF);
			poll.owned();
			this.bench.push(message);
		}
		assertThat(store().resubscriptions()).isZero();
		store().assertQuiet();
	}

	@Test
	void messageToWhoDoesNotWaitAnyMoreShowsThatMessagesCome() {
		pollsUntilGranted();
		pollsUntilGranted();
		this.bench.push(store().grant("client:77", HAND_OFF));
		store().next("GIVE BACK");
		pollsUntilGranted();
		assertThat(store().resubscriptions()).isZero();
	}

	@Test
	void messagesThatWereSentBeforeTheSubscriptionStoodAreNotMissed() {
		List<StoreAttempt> waiters = List.of(this.bench.waiting(WAIT), this.bench.waiting(WAIT),
				this.bench.waiting(WAIT));
		this.bench.clock().advance(Duration.ofSeconds(9));
		this.bench.engine().context().attempts().onSubscribed();
		for (StoreAttempt waiter : waiters) {
			waiter.advance(null);
			store().next("ACQUIRE").owned();
		}
		assertThat(store().resubscriptions()).isZero();
	}

	@Test
	void grantsByTheFirstAnswerSayNothingAboutTheSubscription() {
		for (int i = 0; i < 5; i++) {
			this.bench.asking(WAIT);
			store().next("ACQUIRE").owned();
		}
		assertThat(store().resubscriptions()).isZero();
	}

	@Test
	void missingMessagesAreNoNewsWhereNoneCanArrive() {
		store().pushAvailable(false);
		for (int i = 0; i < 5; i++) {
			pollsUntilGranted();
		}
		assertThat(store().resubscriptions()).isZero();
	}

	/**
	 * A holder has given the lock on, and no message said so.
	 */
	private void pollsUntilGranted() {
		StoreAttempt acquisition = this.bench.waiting(WAIT);
		this.bench.later(acquisition, Duration.ofSeconds(3));
		store().next("ACQUIRE").owned();
		assertThat(acquisition.outcome()).isInstanceOf(AttemptOutcome.Granted.class);
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

}
