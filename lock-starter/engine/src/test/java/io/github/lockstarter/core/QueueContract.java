package io.github.lockstarter.core;

import org.junit.jupiter.api.Test;

import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.store.PushMessage;
import io.github.lockstarter.store.StoreReply;
import io.github.lockstarter.store.StoreReply.Status;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What a {@link LockStore} promises besides if it has a queue: first come, first served,
 * and the lock is handed to the first, who is told.
 */
public abstract class QueueContract extends LockStoreContract {

	@Test
	void waitersGetTheLockInTheOrderOfTheirArrivalAndAreTold() {
		StoreUser a = user();
		StoreUser b = user();
		StoreUser c = user();
		long last = a.acquire(1, 0).lastToken();
		assertThat(b.acquire(1, WAIT).queue()).isEqualTo(1);
		assertThat(c.acquire(1, WAIT).queue()).isEqualTo(2);
		assertThat(b.acquire(1, WAIT).queue()).as("asking again keeps the place").isEqualTo(1);
		a.release(1);
		PushMessage first = b.handOff();
		assertThat(first.kind()).isEqualTo(PushMessage.Kind.GRANT);
		assertThat(first.id()).isEqualTo(b.id(1));
		assertThat(first.firstToken()).isGreaterThan(last);
		assertThat(first.millis()).as("a provisional lease").isLessThan(LEASE);
		assertThat(a.acquire(2, 0).status()).as("nobody barges in").isEqualTo(Status.WAIT);
		assertThat(b.renew(1).status()).isEqualTo(Status.OWNED);
		assertThat(c.handOffs()).isEmpty();
		b.release(1);
		assertThat(c.handOff().firstToken()).isGreaterThan(first.lastToken());
	}

	@Test
	void askingAgainKeepsThePlaceOfAWaiterThatHasOne() {
		StoreUser a = user();
		StoreUser b = user();
		StoreUser c = user();
		a.acquire(1, 0);
		b.acquire(1, WAIT);
		c.acquire(1, WAIT);
		assertThat(c.askAgain(c.id(1), WAIT).queue()).isEqualTo(2);
		assertThat(b.askAgain(b.id(1), WAIT).queue()).isEqualTo(1);
	}

	@Test
	void grantThatNobodyWaitsForIsGivenBack() {
		StoreUser a = user();
		StoreUser b = user();
		a.acquire(1, 0);
		b.acquire(1, WAIT);
		assertThat(a.cancel(1, 0).status()).isEqualTo(Status.RELEASED);
		PushMessage message = b.handOff();
		assertThat(answer(b.store.giveBack(message)).status()).isEqualTo(Status.RELEASED);
		assertThat(answer(b.store.giveBack(message)).status()).isEqualTo(Status.FINISHED);
		assertThat(a.describe().status()).isEqualTo(Status.FREE);
	}

	@Test
	void yieldQueuesTheNextCallerBehindThoseWhoWait() {
		StoreUser a = user();
		StoreUser b = user();
		a.acquire(1, 0);
		b.acquire(1, WAIT);
		assertThat(a.yield(1, 2)).extracting(StoreReply::status, StoreReply::queue).containsExactly(Status.WAIT, 1L);
		assertThat(b.handOff().id()).isEqualTo(b.id(1));
		assertThat(a.yield(1, 2).status()).as("again").isEqualTo(Status.WAIT);
		b.release(1);
		assertThat(a.handOff().id()).isEqualTo(a.id(2));
	}

	@Test
	void forcedReleaseHandsTheLockOn() {
		StoreUser a = user();
		StoreUser b = user();
		long last = a.acquire(1, 0).lastToken();
		b.acquire(1, WAIT);
		assertThat(answer(b.store.force(this.name)).status()).isEqualTo(Status.RELEASED);
		assertThat(b.handOff().firstToken()).isGreaterThan(last);
		assertThat(a.renew(1).status()).isEqualTo(Status.LOST);
		assertThat(a.release(1).status()).isEqualTo(Status.NOT_OWNER);
		b.release(1);
		assertThat(answer(b.store.force(this.name)).status()).isEqualTo(Status.FREE);
	}

}
