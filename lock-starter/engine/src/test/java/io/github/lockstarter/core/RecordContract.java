package io.github.lockstarter.core;

import org.junit.jupiter.api.Test;

import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.store.PushMessage;
import io.github.lockstarter.store.StoreReply.Status;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What a {@link LockStore} promises besides if its server keeps a lock as a record, by
 * the clock of the server: the lock ends with its lease, whatever becomes of the client.
 * A test that extends {@link LockStoreContract} implements this, too; where there is a
 * queue, {@link RecordQueueContract} has both.
 */
public interface RecordContract {

	/**
	 * One more application instance: {@link LockStoreContract} has it.
	 */
	StoreUser user();

	/**
	 * Waits until all servers know an owner: {@link LockStoreContract} has it.
	 */
	void awaitOwner(String id);

	@Test
	default void lockOutlivesTheInstanceThatHasTakenIt() {
		StoreUser a = user();
		StoreUser b = user();
		a.acquire(1, 0);
		String owner = a.id(1);
		awaitOwner(owner);
		a.stop();
		assertThat(b.acquire(1, 0).status()).isEqualTo(Status.WAIT);
		a.start();
		assertThat(a.acquire(1, 0).status()).as("another instance now").isEqualTo(Status.WAIT);
		assertThat(a.renew(owner, OwnershipContract.LEASE).status()).as("the lock stays that of the attempt")
			.isEqualTo(Status.OWNED);
	}

	@Test
	default void answersTellTheTimeOfTheServer() {
		StoreUser a = user();
		StoreUser b = user();
		assertThat(a.acquire(1, 0).serverNow()).isPositive();
		assertThat(b.acquire(1, 0).serverNow()).isPositive();
		assertThat(a.renew(1).serverNow()).isPositive();
	}

	@Test
	default void waiterIsToldAtOnceWhenAMinimumHoldWillEnd() {
		StoreUser a = user();
		StoreUser b = user();
		a.acquire(1, 0);
		awaitOwner(a.id(1));
		b.acquire(1, OwnershipContract.WAIT);
		a.release(1, 300);
		PushMessage hint = b.handOff();
		assertThat(hint.kind()).isEqualTo(PushMessage.Kind.HINT);
		assertThat(hint.millis()).as("and the rest of the millisecond that has begun").isBetween(300L, 301L);
		LockStoreContract.awaitOwned(b);
	}

}
