package io.github.lockstarter.core;

import org.junit.jupiter.api.Test;

import io.github.lockstarter.LockRequest;
import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.store.PushMessage;
import io.github.lockstarter.store.StoreReply.Status;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What a {@link LockStore} promises besides if it hands nothing over: a waiter is told to
 * ask as soon as the lock is free. It may be told more than once.
 */
public abstract class WakeContract extends LockStoreContract {

	// an attempt of a client that does not listen
	private static final String DEAF = "deaf:1";

	@Test
	void releaseTellsAWaiterToAskNow() {
		StoreUser a = user();
		StoreUser b = user();
		long last = a.acquire(1, 0).lastToken();
		assertThat(b.acquire(1, WAIT).queue()).isPositive();
		assertThat(b.handOffs()).isEmpty();
		a.release(1);
		assertAskNow(b.handOff(), b.id(1));
		awaitOwned(b);
		assertThat(b.acquire(1, WAIT).firstToken()).isGreaterThan(last);
	}

	@Test
	void nobodyIsHandedTheLock() {
		StoreUser a = user();
		StoreUser b = user();
		a.acquire(1, 0);
		b.acquire(1, WAIT);
		a.release(1);
		assertAskNow(b.handOff(), b.id(1));
		assertThat(b.renew(1).status()).isEqualTo(Status.LOST);
		assertThat(a.acquire(2, 0).status()).as("who asks first").isEqualTo(Status.OWNED);
	}

	@Test
	void waiterIsToldEachTimeUntilItHasTheLock() {
		StoreUser a = user();
		StoreUser b = user();
		a.acquire(1, 0);
		b.acquire(1, WAIT);
		for (int i = 1; i <= 5; i++) {
			a.release(i);
			assertAskNow(b.handOff(), b.id(1));
			assertThat(a.acquire(i + 1, 0).status()).isEqualTo(Status.OWNED);
			assertThat(b.askAgain(b.id(1), WAIT).status()).isEqualTo(Status.WAIT);
			b.clear();
		}
	}

	@Test
	void whoWasToldAndGivesUpWakesTheNext() {
		StoreUser a = user();
		StoreUser b = user();
		StoreUser c = user();
		a.acquire(1, 0);
		b.acquire(1, WAIT);
		a.release(1);
		assertAskNow(b.handOff(), b.id(1));
		a.acquire(2, 0);
		b.askAgain(b.id(1), WAIT);
		c.acquire(1, WAIT);
		a.release(2);
		b.cancel(1, 0);
		assertAskNow(c.handOff(), c.id(1));
	}

	@Test
	void waiterThatNoMessageReachesIsPassedOver() {
		StoreUser a = user();
		StoreUser b = user();
		a.acquire(1, 0);
		a.acquire(DEAF, WAIT);
		b.acquire(1, WAIT);
		a.release(1);
		assertAskNow(b.handOff(), b.id(1));
	}

	@Test
	void forcedReleaseTellsAWaiter() {
		StoreUser a = user();
		StoreUser b = user();
		a.acquire(1, 0);
		awaitOwner(a.id(1));
		b.acquire(1, WAIT);
		assertThat(answer(b.store.force(this.name)).status()).isEqualTo(Status.RELEASED);
		assertAskNow(b.handOff(), b.id(1));
	}

	@Test
	void yieldTellsThoseWhoWaitAndOneOfAllGetsTheLock() {
		StoreUser a = user();
		StoreUser b = user();
		long last = a.acquire(1, 0).lastToken();
		awaitOwner(a.id(1));
		b.acquire(1, WAIT);
		assertThat(a.yield(1, 2).status()).isIn(Status.OWNED, Status.WAIT);
		assertAskNow(b.handOff(), b.id(1));
		a.release(2);
		awaitOwned(b);
		assertThat(b.acquire(1, WAIT).firstToken()).isGreaterThan(last);
	}

	@Test
	void fairnessIsObjectedTo() {
		LockStore store = store();
		assertThat(store.objection(LockRequest.of(this.name).fair(true))).contains("fair");
	}

	private static void assertAskNow(PushMessage message, String id) {
		assertThat(message.kind()).isEqualTo(PushMessage.Kind.HINT);
		assertThat(message.id()).isEqualTo(id);
		assertThat(message.millis()).as("now").isZero();
	}

}
