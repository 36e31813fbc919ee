package io.github.lockstarter.core;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;

import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.store.Renewal;
import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.StoreReply;
import io.github.lockstarter.store.StoreReply.Status;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What every {@link LockStore} promises to who owns a lock. A part of
 * {@link LockStoreContract}.
 */
@Timeout(120)
abstract class OwnershipContract {

	protected static final long LEASE = 30_000;

	protected static final long WAIT = 60_000;

	protected final String name = "contract:" + UUID.randomUUID();

	private final List<StoreUser> users = new ArrayList<>();

	/**
	 * Creates the store of one application instance, not started. All that a test creates
	 * share their servers; the lease of a hand-off is shorter than {@value #LEASE} ms.
	 */
	protected abstract LockStore store();

	/**
	 * What the store grants where it is asked for a lease of so many milliseconds. One
	 * that may grant less says here how much; some seconds at least, for these tests.
	 */
	public long granted(long askedMillis) {
		return askedMillis;
	}

	/**
	 * Waits until all servers have given the lock to an attempt that owns it. Where there
	 * is one for a lock, it has when it has answered.
	 */
	public void awaitOwner(String id) {
	}

	@AfterEach
	void stop() {
		this.users.forEach(StoreUser::stop);
	}

	@Test
	void freeLockIsGivenWithALease() {
		StoreUser a = user();
		StoreReply reply = a.acquire(1, 0);
		assertThat(reply.status()).isEqualTo(Status.OWNED);
		assertThat(reply.leaseMillis()).isEqualTo(granted(LEASE));
		assertThat(reply.firstToken()).isPositive().isLessThanOrEqualTo(reply.lastToken());
	}

	@Test
	void heldLockIsRefusedWithWhatIsLeftOfTheLease() {
		StoreUser a = user();
		StoreUser b = user();
		a.acquire(1, 0);
		StoreReply refused = b.acquire(1, 0);
		assertThat(refused.status()).isEqualTo(Status.WAIT);
		assertThat(refused.leaseMillis()).isBetween(1L, LEASE);
		assertThat(refused.queue()).as("who does not wait has no place").isZero();
		assertThat(a.release(1).status()).isEqualTo(Status.RELEASED);
		assertThat(b.acquire(1, 0).status()).isEqualTo(Status.OWNED);
	}

	@Test
	void locksOfDifferentNamesHaveNothingToDoWithEachOther() {
		StoreUser a = user();
		assertThat(a.acquire(1, 0).status()).isEqualTo(Status.OWNED);
		assertThat(answer(a.store.acquire(this.name + ":other", a.id(2), LEASE, 0, LockStore.NO_LIMIT)).status())
			.isEqualTo(Status.OWNED);
	}

	@Test
	void longNameIsToldFromOneThatBeginsAlike() {
		StoreUser a = user();
		StoreUser b = user();
		String named = this.name + "x".repeat(4_000);
		assertThat(answer(a.store.acquire(named + "a", a.id(1), LEASE, 0, LockStore.NO_LIMIT)).status())
			.isEqualTo(Status.OWNED);
		assertThat(answer(b.store.acquire(named + "a", b.id(1), LEASE, 0, LockStore.NO_LIMIT)).status())
			.isEqualTo(Status.WAIT);
		assertThat(answer(b.store.acquire(named + "b", b.id(2), LEASE, 0, LockStore.NO_LIMIT)).status())
			.isEqualTo(Status.OWNED);
		assertThat(answer(a.store.release(named + "a", a.id(1), 0)).status()).isEqualTo(Status.RELEASED);
	}

	@Test
	void repeatedAcquireOfTheOwnerKeepsItsTokens() {
		StoreUser a = user();
		StoreReply first = a.acquire(1, 0);
		awaitOwner(a.id(1));
		StoreReply again = a.acquire(1, WAIT);
		assertThat(again).extracting(StoreReply::status, StoreReply::firstToken, StoreReply::lastToken)
			.containsExactly(Status.OWNED, first.firstToken(), first.lastToken());
	}

	@Test
	void renewalMakesTheLeaseLongerAndNeverShorter() {
		StoreUser a = user();
		a.acquire(1, 0);
		assertThat(a.renew(1, 2 * LEASE)).extracting(StoreReply::status, StoreReply::leaseMillis)
			.containsExactly(Status.OWNED, granted(2 * LEASE));
		assertThat(a.renew(1, 1_000).leaseMillis()).isGreaterThan(granted(2 * LEASE) / 2);
	}

	@Test
	void renewalsOfABatchAreAnsweredEachForItself() {
		StoreUser a = user();
		List<Renewal> batch = new ArrayList<>();
		List<CompletionStage<StoreReply>> asked = new ArrayList<>();
		for (int i = 0; i < 250; i++) {
			String lock = this.name + ":" + i;
			batch.add(new Renewal(lock, a.id(i), lease(i)));
			if (i % 50 != 7) {
				asked.add(a.store.acquire(lock, a.id(i), 2 * LEASE, 0, LockStore.NO_LIMIT));
			}
			if (i % 25 == 24) {
				// not all at once: a busy machine has to answer each in time
				asked.forEach(OwnershipContract::answer);
				asked.clear();
			}
		}
		for (int round = 0; round < 3; round++) {
			List<StoreReply> answers = a.store.renew(batch).stream().map(OwnershipContract::answer).toList();
			assertThat(answers).hasSize(250);
			for (int i = 0; i < 250; i++) {
				assertThat(answers.get(i).status()).isEqualTo((i % 50 != 7) ? Status.OWNED : Status.LOST);
				assertThat(answers.get(i).leaseMillis()).isEqualTo((i % 50 != 7) ? granted(lease(i)) : 0);
				batch.set(i, new Renewal(this.name + ":" + i, a.id(i), lease(i), guess(i, answers.get(i))));
			}
		}
	}

	/**
	 * When the lease ends, right for most; for some it is wrong, or not said.
	 */
	private static long guess(int lock, StoreReply told) {
		long end = told.serverNow() + told.leaseMillis();
		return (lock % 20 == 3) ? 0 : (lock % 30 == 4) ? end + lock - 120 : end;
	}

	@Test
	void whatAHolderWasToldOfItsLeaseIsOnlyAGuess() {
		StoreUser a = user();
		a.acquire(1, 0);
		StoreReply told = a.renew(1, LEASE);
		long end = told.serverNow() + LEASE;
		for (long wrong : new long[] { 0, 5, 0, -5, 0, -LEASE / 2, 0, LEASE / 2, 0, -LEASE, 0, 100 * LEASE, 0 }) {
			StoreReply reply = renew(a, end + wrong);
			assertThat(reply.status()).isEqualTo(Status.OWNED);
			assertThat(reply.leaseMillis()).as("wrong by " + wrong).isEqualTo(granted(LEASE));
			end = reply.serverNow() + LEASE;
		}
		assertThat(a.release(1).status()).isEqualTo(Status.RELEASED);
		assertThat(renew(a, end).status()).isEqualTo(Status.LOST);
		StoreUser b = user();
		assertThat(b.acquire(1, 0).status()).isEqualTo(Status.OWNED);
		assertThat(renew(a, end).status()).isEqualTo(Status.LOST);
		assertThat(a.release(1).status()).isEqualTo(Status.ALREADY);
	}

	private StoreReply renew(StoreUser user, long guess) {
		return answer(user.store.renew(List.of(new Renewal(this.name, user.id(1), LEASE, guess))).get(0));
	}

	private static long lease(int lock) {
		return 4 * LEASE + ((lock % 60 < 55) ? 0 : lock);
	}

	@Test
	void onlyTheOwnerReleases() {
		StoreUser a = user();
		StoreUser b = user();
		a.acquire(1, 0);
		assertThat(b.release(1).status()).isEqualTo(Status.NOT_OWNER);
		assertThat(b.renew(1).status()).isEqualTo(Status.LOST);
		// not the first one: its end may still be on its way
		assertThat(b.cancel(3, LEASE).status()).isEqualTo(Status.CANCELLED);
		assertThat(a.renew(1).status()).isEqualTo(Status.OWNED);
		assertThat(a.release(1).status()).isEqualTo(Status.RELEASED);
		assertThat(a.release(1).status()).as("again").isEqualTo(Status.ALREADY);
		b.acquire(2, 0);
		assertThat(a.release(1).status()).as("with the next owner in").isEqualTo(Status.ALREADY);
		assertThat(a.acquire(1, WAIT).status()).isEqualTo(Status.FINISHED);
		assertThat(b.renew(2).status()).isEqualTo(Status.OWNED);
	}

	@Test
	void leaseThatRanOutIsLostAndTheNextOwnerHasALargerToken() {
		StoreUser a = user();
		StoreUser b = user();
		StoreReply old = answer(a.store.acquire(this.name, a.id(1), 5, 0, LockStore.NO_LIMIT));
		awaitFree(a);
		assertThat(a.renew(1).status()).isEqualTo(Status.LOST);
		assertThat(b.acquire(1, 0).firstToken()).isGreaterThan(old.lastToken());
		assertThat(a.release(1).status()).isEqualTo(Status.NOT_OWNER);
		assertThat(b.renew(1).status()).isEqualTo(Status.OWNED);
	}

	@Test
	void yieldGivesTheNextCallerAFreshBlockIfNobodyWaits() {
		StoreUser a = user();
		long last = a.acquire(1, 0).lastToken();
		StoreReply next = a.yield(1, 2);
		assertThat(next.status()).isEqualTo(Status.OWNED);
		assertThat(next.firstToken()).isGreaterThan(last);
		assertThat(a.yield(1, 2)).as("again")
			.extracting(StoreReply::status, StoreReply::firstToken)
			.containsExactly(Status.OWNED, next.firstToken());
		assertThat(a.renew(1).status()).isEqualTo(Status.LOST);
		assertThat(a.renew(2).status()).isEqualTo(Status.OWNED);
	}

	@Test
	void whoDoesNotOwnTheLockYieldsNothing() {
		StoreUser a = user();
		StoreUser b = user();
		a.acquire(1, 0);
		assertThat(b.yield(1, 2).status()).isEqualTo(Status.LOST);
		assertThat(a.describe().queue()).isZero();
		assertThat(a.renew(1).status()).isEqualTo(Status.OWNED);
	}

	@Test
	void commandPastItsCutoffDoesNothing() {
		StoreUser a = user();
		// more than the estimate of the server's clock can be ahead
		long past = System.nanoTime() - 10_000_000_000L;
		assertThat(answer(a.store.acquire(this.name, a.id(1), LEASE, WAIT, past)).status()).isEqualTo(Status.STALE);
		assertThat(a.describe().status()).isEqualTo(Status.FREE);
		a.acquire(1, 0);
		assertThat(answer(a.store.cancel(this.name, a.id(1), LEASE, past)).status()).isEqualTo(Status.STALE);
		assertThat(answer(a.store.yield(this.name, a.id(1), a.id(2), LEASE, WAIT, past)).status())
			.isEqualTo(Status.STALE);
		assertThat(a.renew(1).status()).isEqualTo(Status.OWNED);
	}

	@Test
	void commandWithoutALimitTakesEffectWhenever() {
		StoreUser a = user();
		long past = System.nanoTime() - 10_000_000_000L;
		assertThat(answer(a.store.acquire(this.name, a.id(1), LEASE, 0, past)).status()).isEqualTo(Status.STALE);
		assertThat(answer(a.store.acquire(this.name, a.id(1), LEASE, 0, LockStore.NO_LIMIT)).status())
			.isEqualTo(Status.OWNED);
		assertThat(answer(a.store.yield(this.name, a.id(1), a.id(2), LEASE, 0, LockStore.NO_LIMIT)).status())
			.isEqualTo(Status.OWNED);
		assertThat(answer(a.store.cancel(this.name, a.id(2), LEASE, LockStore.NO_LIMIT)).status())
			.isEqualTo(Status.OWNED);
	}

	@Test
	void tokensGrowStrictlyWhoeverGetsTheLockHowever() {
		StoreUser a = user();
		StoreUser b = user();
		long last = 0;
		for (int i = 1; i <= 20; i++) {
			StoreUser user = (i % 2 == 0) ? a : b;
			int attempt = 2 * i;
			// where several servers answer, most of them have when one may have not
			StoreReply reply = owned(() -> user.acquire(attempt, 0));
			assertThat(reply.firstToken()).isGreaterThan(last);
			StoreReply next = owned(() -> user.yield(attempt, attempt + 1));
			assertThat(next.firstToken()).isGreaterThan(reply.lastToken());
			last = next.lastToken();
			if (i % 3 == 0) {
				soon().ignoreExceptionsMatching((ex) -> ex.getCause() instanceof StoreException)
					.until(() -> answer(user.store.force(this.name)).status() == Status.RELEASED);
			}
			else {
				user.release(attempt + 1);
			}
		}
	}

	/**
	 * One more application instance, whose store is started. Public only for the
	 * contracts that are interfaces.
	 */
	public final StoreUser user() {
		StoreUser user = new StoreUser(store(), this.name);
		this.users.add(user);
		user.start();
		return user;
	}

	private static StoreReply owned(Callable<StoreReply> command) {
		return soon().until(command, (reply) -> reply.status() == Status.OWNED);
	}

	/**
	 * Waits, and looks often: what is waited for is mostly there at once.
	 */
	static ConditionFactory soon() {
		return Awaitility.with().pollDelay(Duration.ZERO).pollInterval(Duration.ofMillis(5)).await();
	}

	static void awaitFree(StoreUser user) {
		soon().until(() -> user.describe().status() == Status.FREE);
	}

	static StoreReply answer(CompletionStage<StoreReply> stage) {
		return stage.toCompletableFuture().orTimeout(120, TimeUnit.SECONDS).join();
	}

}
