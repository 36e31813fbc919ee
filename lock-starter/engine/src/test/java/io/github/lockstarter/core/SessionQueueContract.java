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

}
