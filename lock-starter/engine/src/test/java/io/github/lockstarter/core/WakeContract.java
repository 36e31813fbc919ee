package io.github.lockstarter.core;

import org.junit.jupiter.api.Test;

import io.github.lockstarter.LockRequest;
import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.store.PushMessage;
import io.github.lockstarter.store.StoreReply.Status;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What a {@link LockStore} promises besides if its waiters have no strict order: one of
 * them is told as soon as the lock is free, to ask for it or that it has it. It may be
 * told more than once.
 */
public abstract class WakeContract extends LockStoreContract {

	// an attempt of a client that does not listen
	private static final String DEAF = "deaf:1";

	@Test
	void releaseTellsAWaiter() {
		StoreUser a = user();
		StoreUser b = user();
		long last = a.acquire(1, 0).lastToken();
		assertThat(b.acquire(1, WAIT).queue()).isPositive();
		assertThat(b.handOffs()).isEmpty();
		a.release(1);
		assertTold(b.handOff(), b.id(1));
		awaitOwned(b);
		assertThat(b.acquire(1, WAIT).firstToken()).isGreaterThan(last);
	}

	@Test
	void waiterThatWasToldAndHasNotGotTheLockIsToldAgain() {
		StoreUser a = user();
		StoreUser b = user();
		a.acquire(1, 0);
		b.acquire(1, WAIT);
		for (int i = 1; i <= 5; i++) {
			a.release(i);
			assertTold(b.handOff(), b.id(1));
			if (a.acquire(i + 1, 0).status() != Status.OWNED) {
				// it was handed to the waiter, which does not know it yet
				return;
			}
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
		awaitPlace(b.id(1), true);
		c.acquire(1, WAIT);
		awaitPlace(c.id(1), true);
		a.release(1);
		assertTold(b.handOff(), b.id(1));
		b.cancel(1, 0);
		assertTold(c.handOff(), c.id(1));
	}

	@Test
	void waiterThatNoMessageReachesIsPassedOver() {
		StoreUser a = user();
		StoreUser b = user();
		a.acquire(1, 0);
		a.acquire(DEAF, WAIT);
		b.acquire(1, WAIT);
		a.release(1);
		assertTold(b.handOff(), b.id(1));
	}

	@Test
	void forcedReleaseTellsAWaiter() {
		StoreUser a = user();
		StoreUser b = user();
		a.acquire(1, 0);
		awaitOwner(a.id(1));
		b.acquire(1, WAIT);
		assertThat(answer(b.store.force(this.name)).status()).isEqualTo(Status.RELEASED);
		assertTold(b.handOff(), b.id(1));
	}

	@Test
	void yieldTellsThoseWhoWaitAndOneOfAllGetsTheLock() {
		StoreUser a = user();
		StoreUser b = user();
		long last = a.acquire(1, 0).lastToken();
		awaitOwner(a.id(1));
		b.acquire(1, WAIT);
		assertThat(a.yield(1, 2).status()).isIn(Status.OWNED, Status.WAIT);
		assertTold(b.handOff(), b.id(1));
		a.release(2);
		awaitOwned(b);
		assertThat(b.acquire(1, WAIT).firstToken()).isGreaterThan(last);
	}

	@Test
	void fairnessIsObjectedTo() {
		LockStore store = store();
		assertThat(store.objection(LockRequest.of(this.name).fair(true))).contains("fair");
	}

	/**
	 * To ask now, or that it has the lock.
	 */
	private static void assertTold(PushMessage message, String id) {
		assertThat(message.id()).isEqualTo(id);
		assertThat(message.kind() == PushMessage.Kind.GRANT || message.millis() == 0).as("now").isTrue();
	}

}
