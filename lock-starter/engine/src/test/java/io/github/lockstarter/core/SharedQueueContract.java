package io.github.lockstarter.core;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import io.github.lockstarter.LockMode;
import io.github.lockstarter.LockRequest;
import io.github.lockstarter.store.PushMessage;
import io.github.lockstarter.store.Renewal;
import io.github.lockstarter.store.StoreReply;
import io.github.lockstarter.store.StoreReply.Status;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What a {@link io.github.lockstarter.store.LockStore} with a queue promises besides if
 * its locks can be shared, by readers or by those who have one of some permits.
 */
public abstract class SharedQueueContract extends QueueContract {

	private static final int READ = 0;

	/**
	 * Whether readers between two writers have the same token, as where the server keeps
	 * a record for a lock; or each a larger one than those before it.
	 */
	protected boolean readersHaveOneToken() {
		return true;
	}

	/**
	 * How long others are told at most that a holder has the lock.
	 */
	protected long longestReported(long leaseMillis) {
		return leaseMillis;
	}

	private void ensureTokenOfReaders(long first, long second) {
		if (readersHaveOneToken()) {
			assertThat(second).as("they read beside each other").isEqualTo(first);
		}
		else {
			assertThat(second).as("each has its own").isGreaterThan(first);
		}
	}

	@Test
	void requestToShareIsNotObjectedTo() {
		LockRequest request = LockRequest.of(this.name);
		assertThat(store().objection(request.mode(LockMode.READ))).isNull();
		assertThat(store().objection(request.permits(3))).isNull();
	}

	@Test
	void readersShareTheLockAndItsToken() {
		StoreUser a = user();
		StoreUser b = user();
		long before = a.acquire(1, 0).lastToken();
		a.release(1);
		StoreReply first = a.share(2, READ, 0);
		StoreReply second = b.share(1, READ, 0);
		assertThat(first.status()).isEqualTo(Status.OWNED);
		assertThat(second.status()).isEqualTo(Status.OWNED);
		assertThat(first.firstToken()).isGreaterThan(before);
		ensureTokenOfReaders(first.firstToken(), second.firstToken());
		assertThat(first.lastToken()).isEqualTo(first.firstToken());
		assertThat(second.lastToken()).isEqualTo(second.firstToken());
		assertThat(b.acquire(2, 0).status()).as("who wants it alone").isEqualTo(Status.WAIT);
		assertThat(a.release(2).status()).isEqualTo(Status.RELEASED);
		assertThat(b.acquire(2, 0).status()).as("one reads on").isEqualTo(Status.WAIT);
		assertThat(b.release(1).status()).isEqualTo(Status.RELEASED);
		assertThat(b.acquire(2, 0).firstToken()).isGreaterThan(second.lastToken());
	}

	@Test
	void repeatedShareKeepsItsTokenAndCountsOnce() {
		StoreUser a = user();
		StoreUser b = user();
		StoreReply first = a.share(1, 2, 0);
		assertThat(a.share(1, 2, WAIT)).extracting(StoreReply::status, StoreReply::firstToken)
			.containsExactly(Status.OWNED, first.firstToken());
		assertThat(b.share(1, 2, 0).status()).isEqualTo(Status.OWNED);
		assertThat(b.share(2, 2, 0).status()).isEqualTo(Status.WAIT);
	}

	@Test
	void permitsAreAsManyAsWereAskedForAndHaveATokenEach() {
		StoreUser a = user();
		StoreUser b = user();
		Set<Long> tokens = new HashSet<>();
		for (StoreUser user : List.of(a, b)) {
			StoreReply reply = user.share(1, 2, 0);
			assertThat(reply.status()).isEqualTo(Status.OWNED);
			tokens.add(reply.firstToken());
		}
		assertThat(tokens).hasSize(2);
		assertThat(a.share(2, 2, 0)).extracting(StoreReply::status, StoreReply::queue).containsExactly(Status.WAIT, 0L);
		assertThat(b.share(3, 3, 0).status()).as("by a larger limit there is room").isEqualTo(Status.OWNED);
		a.release(1);
		assertThat(a.share(2, 2, 0).status()).as("two are in").isEqualTo(Status.WAIT);
		b.release(1);
		assertThat(a.share(2, 2, 0).status()).isEqualTo(Status.OWNED);
	}

	@Test
	void readerBehindAWaitingWriterWaitsForIt() {
		StoreUser a = user();
		StoreUser b = user();
		StoreUser c = user();
		a.share(1, READ, 0);
		assertThat(b.acquire(1, WAIT)).extracting(StoreReply::status, StoreReply::queue)
			.containsExactly(Status.WAIT, 1L);
		assertThat(c.share(1, READ, WAIT)).extracting(StoreReply::status, StoreReply::queue)
			.containsExactly(Status.WAIT, 2L);
		assertThat(a.share(2, READ, 0).status()).as("nobody barges in").isEqualTo(Status.WAIT);
		a.release(1);
		assertThat(b.handOff().id()).isEqualTo(b.id(1));
		assertThat(c.handOffs()).isEmpty();
		assertThat(b.renew(1).status()).isEqualTo(Status.OWNED);
		b.release(1);
		assertThat(c.handOff().id()).isEqualTo(c.id(1));
	}

	@Test
	void writerThatGivesUpLetsTheReadersBehindItIn() {
		StoreUser a = user();
		StoreUser b = user();
		StoreUser c = user();
		long token = a.share(1, READ, 0).firstToken();
		b.acquire(1, WAIT);
		c.share(1, READ, WAIT);
		assertThat(b.cancel(1, 0).status()).isEqualTo(Status.CANCELLED);
		PushMessage message = c.handOff();
		assertThat(message.id()).isEqualTo(c.id(1));
		ensureTokenOfReaders(token, message.firstToken());
		assertThat(c.renew(1).status()).isEqualTo(Status.OWNED);
	}

	@Test
	void allReadersAreLetInTogether() {
		StoreUser a = user();
		StoreUser b = user();
		a.acquire(1, 0);
		IntStream.rangeClosed(1, 10).forEach((reader) -> b.share(reader, READ, WAIT));
		a.acquire(2, WAIT);
		b.share(11, READ, WAIT);
		a.release(1);
		for (int reader = 1; reader <= 10; reader++) {
			assertThat(b.handOff().id()).isEqualTo(b.id(reader));
			assertThat(b.renew(reader).status()).isEqualTo(Status.OWNED);
		}
		assertThat(b.handOffs()).as("one waits behind a writer").isEmpty();
		IntStream.rangeClosed(1, 10).forEach(b::release);
		assertThat(a.handOff().id()).isEqualTo(a.id(2));
	}

	@Test
	void moreReadersThanOneStepServesAreServed() {
		StoreUser a = user();
		StoreUser b = user();
		a.acquire(1, 20 * LEASE, 0);
		int readers = 200;
		IntStream.rangeClosed(1, readers).forEach((reader) -> b.share(reader, READ, WAIT));
		a.release(1);
		Set<String> granted = new HashSet<>();
		while (granted.size() < readers) {
			PushMessage message = b.handOff();
			if (message.kind() == PushMessage.Kind.HINT) {
				StoreReply reply = b.share(Integer.parseInt(message.id().substring(message.id().indexOf(':') + 1)),
						READ, WAIT);
				assertThat(reply.status()).isEqualTo(Status.OWNED);
			}
			granted.add(message.id());
		}
		assertThat(a.describe().sharers()).extracting(StoreReply.Sharers::readers).isEqualTo((long) readers);
	}

	@Test
	void shareThatRanOutIsLostAndItsPlaceIsFree() {
		StoreUser a = user();
		StoreUser b = user();
		a.share(1, 2, 0);
		b.share(1, 2, 5, 0);
		soon().until(() -> a.share(2, 2, 0).status() == Status.OWNED);
		assertThat(b.renew(1).status()).isEqualTo(Status.LOST);
		assertThat(b.release(1).status()).isEqualTo(Status.NOT_OWNER);
		assertThat(a.renew(1).status()).isEqualTo(Status.OWNED);
		assertThat(a.renew(2).status()).isEqualTo(Status.OWNED);
	}

	@Test
	void crashedReaderKeepsAWriterNoLongerThanItsLease() {
		StoreUser a = user();
		StoreUser b = user();
		a.share(1, READ, 0);
		a.share(2, READ, HOLD, 0);
		StoreReply refused = b.acquire(1, WAIT);
		assertThat(refused.leaseMillis()).as("when to ask again").isBetween(1L, longestReported(HOLD));
		a.release(1);
		soon().until(() -> b.acquire(1, WAIT).status() == Status.OWNED);
	}

	@Test
	void renewedShareOutlivesItsLease() {
		StoreUser a = user();
		StoreUser b = user();
		a.share(1, READ, HOLD, 0);
		StoreReply told = a.renew(1, LEASE);
		assertThat(told).extracting(StoreReply::status, StoreReply::leaseMillis).containsExactly(Status.OWNED, LEASE);
		soon().until(() -> b.acquire(1, 0).leaseMillis() > HOLD);
		assertThat(b.acquire(1, 0).status()).isEqualTo(Status.WAIT);
		assertThat(a.renew(1, 1_000).leaseMillis()).as("never shorter").isGreaterThan(LEASE / 2);
	}

	@Test
	void shareIsRenewedInABatch() {
		StoreUser a = user();
		a.share(1, 2, 0);
		a.share(2, 2, 0);
		List<StoreReply> replies = a.store
			.renew(List.of(new Renewal(this.name, a.id(1), LEASE), new Renewal(this.name, a.id(2), LEASE),
					new Renewal(this.name, a.id(3), LEASE)))
			.stream()
			.map(OwnershipContract::answer)
			.toList();
		assertThat(replies).extracting(StoreReply::status).containsExactly(Status.OWNED, Status.OWNED, Status.LOST);
	}

	@Test
	void minimumHoldOfAPermitKeepsItsPlace() {
		StoreUser a = user();
		StoreUser b = user();
		a.share(1, 2, 0);
		b.share(1, 2, 0);
		assertThat(a.release(1, HOLD).status()).isEqualTo(Status.RELEASED);
		assertThat(b.share(2, 2, 0).status()).isEqualTo(Status.WAIT);
		soon().until(() -> b.share(2, 2, 0).status() == Status.OWNED);
	}

	@Test
	void readersMayComeInDuringTheMinimumHoldOfAReader() {
		StoreUser a = user();
		StoreUser b = user();
		a.share(1, READ, 0);
		a.release(1, HOLD);
		assertThat(b.acquire(1, 0).status()).isEqualTo(Status.WAIT);
		assertThat(b.share(2, READ, 0).status()).isEqualTo(Status.OWNED);
		b.release(2);
		soon().until(() -> b.acquire(1, 0).status() == Status.OWNED);
	}

	@Test
	void descriptionSaysWhoSharesTheLock() {
		StoreUser a = user();
		StoreUser b = user();
		long first = a.share(1, READ, 0).firstToken();
		long token = b.share(1, READ, 0).firstToken();
		StoreReply held = a.describe();
		assertThat(held.status()).isEqualTo(Status.HELD);
		assertThat(held.firstToken()).isEqualTo(first);
		assertThat(held.sharers().readers()).isEqualTo(2);
		assertThat(held.sharers().permits()).isZero();
		assertThat(held.sharers().some()).extracting(StoreReply.Sharer::fencingToken)
			.containsExactlyInAnyOrder(first, token);
		ensureTokenOfReaders(first, token);
		assertThat(held.holder()).isEqualTo(held.sharers().some().get(0).holder());
		assertThat(held.leaseMillis()).isBetween(1L, LEASE);
	}

	@Test
	void forcedReleaseEndsAllShares() {
		StoreUser a = user();
		StoreUser b = user();
		long token = a.share(1, READ, 0).firstToken();
		a.share(2, READ, 0);
		assertThat(answer(b.store.force(this.name)).status()).isEqualTo(Status.RELEASED);
		assertThat(a.renew(1).status()).isEqualTo(Status.LOST);
		assertThat(a.release(2).status()).isEqualTo(Status.NOT_OWNER);
		assertThat(answer(b.store.force(this.name)).status()).isEqualTo(Status.FREE);
		assertThat(b.acquire(1, 0).firstToken()).isGreaterThan(token);
	}

	@Test
	void forcedReleaseByTokenEndsOnePermit() {
		StoreUser a = user();
		StoreUser b = user();
		long token = a.share(1, 2, 0).firstToken();
		a.share(2, 2, 0);
		b.share(1, 2, WAIT);
		assertThat(answer(b.store.force(this.name, 0)).status()).isEqualTo(Status.NOT_OWNER);
		assertThat(answer(b.store.force(this.name, token + 1_000_000)).status()).isEqualTo(Status.NOT_OWNER);
		assertThat(answer(b.store.force(this.name, token)).status()).isEqualTo(Status.RELEASED);
		assertThat(b.handOff().id()).as("its place is handed on").isEqualTo(b.id(1));
		assertThat(a.renew(1).status()).isEqualTo(Status.LOST);
		assertThat(a.renew(2).status()).isEqualTo(Status.OWNED);
	}

	@Test
	void shareThatNobodyWaitsForIsGivenBack() {
		StoreUser a = user();
		StoreUser b = user();
		a.acquire(1, 0);
		b.share(1, READ, WAIT);
		a.release(1);
		PushMessage message = b.handOff();
		assertThat(answer(b.store.giveBack(message)).status()).isEqualTo(Status.RELEASED);
		assertThat(a.describe().status()).isEqualTo(Status.FREE);
	}

	@Test
	void sharePastItsCutoffDoesNothing() {
		StoreUser a = user();
		long past = System.nanoTime() - 10_000_000_000L;
		assertThat(answer(a.store.share(this.name, a.id(1), READ, LEASE, WAIT, false, past)).status())
			.isEqualTo(Status.STALE);
		assertThat(a.describe().status()).isEqualTo(Status.FREE);
	}

}
