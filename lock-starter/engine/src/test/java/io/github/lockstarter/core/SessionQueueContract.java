package io.github.lockstarter.core;

import org.junit.jupiter.api.Test;

import io.github.lockstarter.store.PushMessage;
import io.github.lockstarter.store.StoreReply;
import io.github.lockstarter.store.StoreReply.Status;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What a {@link io.github.lockstarter.store.LockStore} promises whose server keeps a
 * queue of places that end with the session of their client. Each place has its own
 * token, and others are told how long a session lasts, not a lease.
 */
public abstract class SessionQueueContract extends SharedQueueContract implements SessionContract {

	private static final int READ = 0;

	/**
	 * Takes a place as an instance does that has no modes, by a request of its own to the
	 * server: with the key of an exclusive place.
	 * @param lock the name of the lock
	 */
	protected abstract OlderInstance older(String lock);

	@Override
	protected boolean readersHaveOneToken() {
		return false;
	}

	@Override
	protected long longestReported(long leaseMillis) {
		return granted(DAY);
	}

	@Test
	void writerWaitsForReadersUntilTheSessionOfTheLastOneEnds() {
		StoreUser a = user();
		StoreUser b = user();
		StoreUser c = user();
		a.share(1, READ, 0);
		b.share(1, READ, 0);
		c.acquire(1, WAIT);
		endSession(a.store);
		soon().until(() -> a.taken().contains(a.id(1)));
		assertThat(c.handOffs()).as("one reads on").isEmpty();
		endSession(b.store);
		assertThat(c.handOff().id()).isEqualTo(c.id(1));
		awaitOwned(c);
	}

	@Test
	void forcedReleaseByTokenEndsOneReader() {
		StoreUser a = user();
		StoreUser b = user();
		StoreUser c = user();
		a.share(1, READ, 0);
		long token = b.share(1, READ, 0).firstToken();
		assertThat(answer(c.store.force(this.name, token)).status()).isEqualTo(Status.RELEASED);
		assertThat(b.renew(1).status()).isEqualTo(Status.LOST);
		assertThat(a.renew(1).status()).isEqualTo(Status.OWNED);
	}

	@Test
	void permitThatDoesNotFitKeepsReadersBehindItOut() {
		StoreUser a = user();
		StoreUser b = user();
		StoreUser c = user();
		a.share(1, READ, 0);
		a.share(2, READ, 0);
		b.share(1, 2, WAIT);
		assertThat(c.share(1, READ, WAIT)).extracting(StoreReply::status, StoreReply::queue)
			.containsExactly(Status.WAIT, 2L);
		a.release(2);
		assertThat(b.handOff().id()).isEqualTo(b.id(1));
		PushMessage message = c.handOff();
		assertThat(message.id()).isEqualTo(c.id(1));
		assertThat(b.renew(1).status()).isEqualTo(Status.OWNED);
		assertThat(c.renew(1).status()).isEqualTo(Status.OWNED);
	}

	@Test
	void readersAndPermitsWaitForAnInstanceWithoutModes() {
		StoreUser a = user();
		StoreUser b = user();
		OlderInstance older = older(this.name);
		assertThat(older.position()).isZero();
		assertThat(a.share(1, READ, 0).status()).as("without waiting").isEqualTo(Status.WAIT);
		assertThat(a.share(2, READ, WAIT).status()).isEqualTo(Status.WAIT);
		assertThat(b.share(1, 2, WAIT).status()).isEqualTo(Status.WAIT);
		older.leave();
		assertThat(a.handOff().id()).isEqualTo(a.id(2));
		assertThat(b.handOff().id()).as("beside the reader").isEqualTo(b.id(1));
		assertThat(a.renew(2).status()).isEqualTo(Status.OWNED);
		assertThat(b.renew(1).status()).isEqualTo(Status.OWNED);
	}

	@Test
	void instanceWithoutModesWaitsForReadersAndPermitsAndIsExclusive() {
		StoreUser a = user();
		StoreUser b = user();
		StoreUser c = user();
		a.share(1, READ, 0);
		b.share(1, 2, 0);
		OlderInstance older = older(this.name);
		assertThat(older.position()).as("each shared place is one to it").isEqualTo(2);
		assertThat(c.share(1, READ, WAIT).status()).as("behind it").isEqualTo(Status.WAIT);
		a.release(1);
		assertThat(older.position()).isEqualTo(1);
		b.release(1);
		assertThat(older.position()).as("its turn").isZero();
		assertThat(c.handOffs()).isEmpty();
		older.leave();
		assertThat(c.handOff().id()).isEqualTo(c.id(1));
	}

	/**
	 * An instance without modes: it has the lock if its place is the first one.
	 */
	protected interface OlderInstance {

		/**
		 * How many places are before its own, as it reads the queue: it knows no kinds.
		 */
		int position();

		/**
		 * Its session ends.
		 */
		void leave();

	}

}
