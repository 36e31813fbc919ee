package io.github.lockstarter.core;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.github.lockstarter.Lease;
import io.github.lockstarter.LockInterruptedException;
import io.github.lockstarter.LockNotAcquiredException;
import io.github.lockstarter.LockRequest;
import io.github.lockstarter.LockUnavailableException;
import io.github.lockstarter.core.ScriptedStore.Command;
import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.StoreReply.Status;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Several callers of one JVM that want one lock.
 */
@Timeout(120)
class LocalWaitTests {

	private static final LockRequest REQUEST = LockRequest.of(Bench.NAME);

	// a lease that nobody has any more would be given up
	private final List<Lease> held = new ArrayList<>();

	private final ManualClock clock = new ManualClock();

	private final ScriptedStore store = new ScriptedStore(this.clock);

	private final LockTemplate locks = new LockTemplate(this.store, TestSettings.defaults(), this.clock, List.of());

	@AfterEach
	void stop() {
		this.store.grantEverything();
		this.locks.stop();
	}

	@Test
	void lockPassesFromThreadToThreadWithoutTheStore() {
		Lease first = hold();
		WaitingCaller<Lease> second = acquire(REQUEST).waits();
		WaitingCaller<Lease> third = acquire(REQUEST).waits();
		first.close();
		assertThat(second.result().fencingToken()).isEqualTo(first.fencingToken() + 1);
		assertThat(third.isDone()).isFalse();
		second.result().close();
		assertThat(third.result().fencingToken()).isEqualTo(first.fencingToken() + 2);
		this.store.assertQuiet();
		third.result().close();
		assertThat(this.store.verbs()).containsExactly("RELEASE");
	}

	/**
	 * The next one would give up releasing it before it ends.
	 */
	@Test
	void lockDoesNotPassIfALongerLeaseWasAskedForWithoutAnAnswer() {
		Lease first = hold();
		this.store.script((command) -> command.fail(StoreException.Outcome.UNKNOWN));
		assertThatExceptionOfType(LockUnavailableException.class)
			.isThrownBy(() -> this.locks.acquire(REQUEST.leaseTime(Duration.ofMinutes(5))));
		assertThat(this.store.next("RENEW").millis()).isEqualTo(Duration.ofMinutes(5).toMillis());
		WaitingCaller<Lease> second = acquire(REQUEST).waits();
		this.store.grantEverything();
		first.close();
		assertThat(second.result().isHeld()).isTrue();
		assertThat(this.store.verbs()).containsExactly("YIELD");
	}

	@Test
	void lossOfALockLetsTheNextAskTheStore() {
		Lease first = this.hold(REQUEST.leaseTime(Duration.ofSeconds(1)));
		WaitingCaller<Lease> second = acquire(REQUEST).waits();
		this.clock.advance(Duration.ofSeconds(1));
		assertThat(first.isHeld()).isFalse();
		this.store.next("ACQUIRE").owned();
		assertThat(second.result().isHeld()).isTrue();
	}

	@Test
	void waitTimeIsSpentOnceOverTheLocalQueueAndTheStore() {
		Lease first = hold();
		WaitingCaller<Lease> second = acquire(REQUEST.waitTime(Duration.ofSeconds(5))).waits();
		this.clock.advanceMillis(3_500);
		this.store.script((command) -> command.held(30_000, 1));
		first.close();
		this.store.next("YIELD");
		this.store.script((command) -> {
		});
		second.waits();
		this.clock.advanceMillis(1_499);
		this.store.assertQuiet();
		assertThat(second.isDone()).isFalse();
		this.clock.advanceMillis(1);
		this.store.next("CANCEL").reply(Status.CANCELLED);
		assertThat(second.failure()).isInstanceOf(LockNotAcquiredException.class)
			.hasMessageContaining("the whole wait of 5s");
	}

	/**
	 * The holder was in this JVM until a moment ago, and the store is there: that it is
	 * free now, or that the last question came too late, does not mean that nobody knows.
	 */
	@Test
	void waitThatEndsJustAfterALocalHolderIsRefusedAsHeld() {
		Lease first = hold();
		WaitingCaller<Lease> second = acquire(REQUEST.waitTime(Duration.ofSeconds(5))).waits();
		this.clock.advanceMillis(4_990);
		this.store.script((command) -> {
			if (command.verb().equals("YIELD")) {
				command.reply(Status.STALE);
			}
			else if (command.verb().equals("RELEASE")) {
				command.succeed();
			}
		});
		first.close();
		assertThat(this.store.next().verb()).isEqualTo("YIELD");
		this.store.next("ACQUIRE");
		this.store.next("RELEASE");
		second.waits();
		this.clock.advanceMillis(10);
		this.store.next("CANCEL").reply(Status.CANCELLED);
		assertThat(second.failure()).isInstanceOf(LockNotAcquiredException.class);
	}

	/**
	 * The holder has lost it, because the store could not be reached: nobody knows who
	 * has had it since.
	 */
	@Test
	void waitThatEndsAfterALocalHolderThatWasNotRenewedIsRefusedAsUnavailable() {
		Lease first = hold();
		WaitingCaller<Lease> second = acquire(REQUEST.waitTime(Duration.ofMillis(30_100))).waits();
		this.store.script((command) -> {
			if (command.verb().equals("RENEW")) {
				command.fail(StoreException.Outcome.UNKNOWN);
			}
		});
		for (int i = 0; i < 300; i++) {
			this.clock.advanceMillis(100);
		}
		assertThat(first.isHeld()).isFalse();
		awaitCommand("ACQUIRE");
		second.waits();
		this.clock.advanceMillis(100);
		awaitCommand("CANCEL").reply(Status.CANCELLED);
		awaitCommand("CANCEL").reply(Status.CANCELLED);
		assertThat(second.failure()).isInstanceOf(LockUnavailableException.class);
	}

	private Command awaitCommand(String verb) {
		Command command = this.store.next();
		while (!command.verb().equals(verb)) {
			command = this.store.next();
		}
		return command;
	}

	@Test
	void waitThatEndsAfterALocalWaiterWithoutAnAnswerIsRefusedAsUnavailable() {
		WaitingCaller<Lease> first = acquire(REQUEST);
		Command question = this.store.next("ACQUIRE");
		WaitingCaller<Lease> second = acquire(REQUEST.waitTime(Duration.ofSeconds(5))).waits();
		this.clock.advanceMillis(100);
		question.fail(StoreException.Outcome.REJECTED);
		assertThat(first.failure()).isInstanceOf(LockUnavailableException.class);
		this.store.next("CANCEL").reply(Status.CANCELLED);
		this.store.next("ACQUIRE");
		second.waits();
		this.clock.advanceMillis(4_900);
		this.store.next("CANCEL").reply(Status.CANCELLED);
		assertThat(second.failure()).isInstanceOf(LockUnavailableException.class);
	}

	@Test
	void waiterBehindALocalHolderIsRefusedWithoutAQuestion() {
		hold();
		WaitingCaller<Lease> second = acquire(REQUEST.waitTime(Duration.ofSeconds(2))).waits();
		this.clock.advanceMillis(2_000);
		assertThat(second.failure()).isInstanceOf(LockNotAcquiredException.class);
		this.store.assertQuiet();
	}

	@Test
	void waiterBehindALocalWaiterThatWasAnsweredIsRefusedAsHeld() {
		acquire(REQUEST);
		this.store.next("ACQUIRE").held(30_000, 1);
		WaitingCaller<Lease> second = acquire(REQUEST.waitTime(Duration.ofSeconds(1))).waits();
		this.clock.advanceMillis(1_000);
		assertThat(second.failure()).isInstanceOf(LockNotAcquiredException.class);
	}

	@Test
	void waiterBehindALocalWaiterWithoutAnAnswerIsRefusedAsUnavailable() {
		acquire(REQUEST);
		this.store.next("ACQUIRE");
		WaitingCaller<Lease> second = acquire(REQUEST.waitTime(Duration.ofMillis(700))).waits();
		this.clock.advanceMillis(1_000);
		assertThat(second.failure()).isInstanceOf(LockUnavailableException.class)
			.hasMessageContaining(": Redis at test did not answer within ");
	}

	@Test
	void turnAfterTheEndOfTheWaitEndsAsTheOneBefore() {
		WaitingCaller<Lease> first = acquire(REQUEST.noWait());
		Command question = this.store.next("ACQUIRE");
		WaitingCaller<Lease> second = acquire(REQUEST.waitTime(Duration.ofMillis(50))).waits();
		WaitingCaller<Lease> third = acquire(REQUEST.waitTime(Duration.ofMillis(60))).waits();
		WaitingCaller<Lease> waiting = acquire(REQUEST.waitTime(Duration.ofSeconds(5))).waits();
		this.clock.advanceMillis(700);
		question.held(30_000, 0);
		for (WaitingCaller<Lease> caller : List.of(first, second, third)) {
			assertThat(caller.failure()).isInstanceOf(LockNotAcquiredException.class);
		}
		this.store.next("ACQUIRE").owned();
		assertThat(waiting.result().isHeld()).isTrue();
		this.store.assertQuiet();
	}

	@Test
	void whoDoesNotWaitIsRefusedByALocalHolderWithoutAQuestion() {
		hold();
		assertThat(acquire(REQUEST.noWait()).failure()).isInstanceOf(LockNotAcquiredException.class);
		this.store.assertQuiet();
	}

	@Test
	void whoDoesNotWaitAsksItselfIfTheOneAheadHasNoAnswer() {
		WaitingCaller<Lease> first = acquire(REQUEST);
		Command unanswered = this.store.next("ACQUIRE");
		WaitingCaller<Lease> second = acquire(REQUEST.noWait());
		Command own = this.store.next("ACQUIRE");
		assertThat(own.id()).isNotEqualTo(unanswered.id());
		assertThat(own.waitMillis()).isZero();
		own.owned();
		assertThat(second.result().isHeld()).isTrue();
		unanswered.held(30_000, 1);
		assertThat(first.waits().isDone()).isFalse();
	}

	@Test
	void fairCallersAskTheStoreEachForItself() {
		acquire(REQUEST.fair(true));
		acquire(REQUEST.fair(true));
		assertThat(this.store.next("ACQUIRE").id()).isNotEqualTo(this.store.next("ACQUIRE").id());
	}

	@Test
	void interruptedLocalWaiterLeavesWithItsFlagAndWithoutAQuestion() {
		Lease first = hold();
		WaitingCaller<Lease> second = acquire(REQUEST).waits();
		WaitingCaller<Lease> third = acquire(REQUEST).waits();
		second.interrupt();
		assertThat(second.failure()).isInstanceOf(LockInterruptedException.class);
		assertThat(second.wasInterrupted()).isTrue();
		this.store.assertQuiet();
		first.close();
		assertThat(third.result().isHeld()).isTrue();
	}

	@Test
	void interruptedWaiterKeepsItsFlagAndCancels() {
		WaitingCaller<Lease> waiter = acquire(REQUEST);
		Command question = this.store.next("ACQUIRE");
		question.held(30_000, 1);
		waiter.waits().interrupt();
		assertThat(waiter.failure()).isInstanceOf(LockInterruptedException.class);
		assertThat(waiter.wasInterrupted()).isTrue();
		assertThat(this.store.next("CANCEL").id()).isEqualTo(question.id());
	}

	@Test
	void nextInLineAsksWhenTheOneAheadHasFailed() {
		WaitingCaller<Lease> first = acquire(REQUEST);
		Command question = this.store.next("ACQUIRE");
		WaitingCaller<Lease> second = acquire(REQUEST).waits();
		question.fail(StoreException.Outcome.REJECTED);
		assertThat(first.failure()).isInstanceOf(LockUnavailableException.class);
		assertThat(this.store.next("CANCEL").id()).isEqualTo(question.id());
		this.store.next("ACQUIRE").owned();
		assertThat(second.result().isHeld()).isTrue();
	}

	@Test
	void lockHandedOverByMessageIsRenewedAtOnce() {
		WaitingCaller<Lease> waiter = acquire(REQUEST);
		Command question = this.store.next("ACQUIRE");
		question.held(30_000, 1);
		waiter.waits();
		this.store.listener().onHandOff(this.store.grant(question.id(), 2_000));
		assertThat(waiter.result().isHeld()).isTrue();
		assertThat(waiter.result().remaining()).isEqualTo(Duration.ofMillis(1_978));
		Command renewal = this.store.next("RENEW");
		assertThat(renewal.millis()).isEqualTo(30_000);
		renewal.owned();
		// the thread that asked may hear the answer
		Awaitility.await()
			.untilAsserted(() -> assertThat(waiter.result().remaining()).isEqualTo(Duration.ofMillis(29_698)));
	}

	/**
	 * To give that grant back would end a minimum hold.
	 */
	@Test
	void grantWhoseMessageComesAfterAReleaseWithoutAnAnswerIsNotGivenBack() {
		WaitingCaller<Lease> waiter = acquire(REQUEST.minHold(Duration.ofSeconds(5)));
		Command question = this.store.next("ACQUIRE");
		question.owned();
		this.store.script((command) -> {
			if (command.verb().equals("RELEASE")) {
				command.fail(StoreException.Outcome.UNKNOWN);
			}
		});
		waiter.result().close();
		this.store.next("RELEASE");
		this.store.listener().onHandOff(this.store.grant(question.id(), 2_000));
		assertThat(this.store.verbs()).doesNotContain("GIVE BACK");
	}

	@Test
	void lockThatWasGivenWithoutAWaitIsNotRenewedAtOnce() {
		hold();
		this.store.assertQuiet();
	}

	@Test
	void inheritedLeaseWithLessThanHalfLeftIsRenewedAtOnce() {
		Lease first = hold(REQUEST.leaseTime(Duration.ofSeconds(10)));
		WaitingCaller<Lease> second = acquire(REQUEST).waits();
		first.close();
		assertThat(second.result().fencingToken()).isEqualTo(first.fencingToken() + 1);
		assertThat(this.store.next("RENEW").millis()).isEqualTo(30_000);
	}

	private Lease hold() {
		return hold(REQUEST);
	}

	private Lease hold(LockRequest request) {
		this.store.grantEverything();
		Lease lease = this.locks.acquire(request);
		this.held.add(lease);
		this.store.next("ACQUIRE");
		this.store.script((command) -> {
			if (command.verb().equals("RELEASE")) {
				command.succeed();
			}
		});
		return lease;
	}

	private WaitingCaller<Lease> acquire(LockRequest request) {
		return WaitingCaller.start(this.clock, () -> this.locks.acquire(request));
	}

}
