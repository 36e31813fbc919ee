package io.github.lockstarter.core;

import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;

import org.junit.jupiter.api.Test;

import io.github.lockstarter.LockMode;
import io.github.lockstarter.LockRequest;
import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.StoreReply;
import io.github.lockstarter.store.StoreReply.Status;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * What every {@link LockStore} promises to the engine. Each implementation has a test
 * that extends the contract of its kind, with a few application instances on the same
 * server, or servers:
 * <ul>
 * <li>{@link RecordQueueContract}: a server keeps a lock as a record, with its queue, and
 * {@linkplain SharedQueueContract lets callers share it}</li>
 * <li>{@link SessionQueueContract}: a lock ends with the session of its client, and
 * callers share it; without that, {@link QueueContract} and {@link SessionContract}</li>
 * <li>{@link WakeContract}: its waiters do not queue, and are told to ask; with
 * {@link RecordContract}, or {@link SessionContract}</li>
 * </ul>
 */
public abstract class LockStoreContract extends OwnershipContract {

	// Short enough to be waited for, long enough for a question of a busy machine.
	protected static final long HOLD = 3_000;

	/**
	 * Waits until all servers know whether an attempt has a place in the queue. Where
	 * there is one for a lock, it knows that when it has answered.
	 */
	protected void awaitPlace(String id, boolean has) {
	}

	@Test
	void descriptionSaysWhoHoldsTheLock() {
		StoreUser a = user();
		StoreUser b = user();
		assertThat(a.describe().status()).isEqualTo(Status.FREE);
		StoreReply reply = a.acquire(1, 0);
		StoreReply held = b.describe();
		assertThat(held).extracting(StoreReply::status, StoreReply::firstToken)
			.containsExactly(Status.HELD, reply.firstToken());
		assertThat(held.leaseMillis()).isBetween(1L, LEASE);
		assertThat(held.holder()).isNotBlank();
	}

	@Test
	void stoppedStoreFailsItsCommandsAndIsAnotherInstanceAfterwards() {
		StoreUser a = user();
		a.acquire(1, 0);
		String before = a.id(1);
		a.stop();
		assertThatExceptionOfType(CompletionException.class).isThrownBy(() -> a.renew(1))
			.withCauseInstanceOf(StoreException.class);
		a.start();
		assertThat(a.id(1)).as("drawn anew at each start").isNotEqualTo(before);
		assertThat(a.renew(1).status()).isEqualTo(Status.LOST);
	}

	@Test
	void storeAndItsClientsHaveNames() {
		StoreUser a = user();
		StoreUser b = user();
		assertThat(a.store.label()).isNotBlank().isEqualTo(a.store.label().strip()).doesNotEndWith(".");
		assertThat(a.store.clientId()).isNotBlank().doesNotContain(":", " ").isNotEqualTo(b.store.clientId());
	}

	@Test
	void requestThatAsksForNothingSpecialIsNotObjectedTo() {
		assertThat(store().objection(LockRequest.of(this.name))).isNull();
	}

	@Test
	void storeSaysWhetherALockCanBeShared() {
		StoreUser a = user();
		boolean can = a.store.objection(LockRequest.of(this.name).mode(LockMode.READ)) == null;
		CompletionStage<StoreReply> reply = a.store.share(this.name, a.id(1), 0, LEASE, 0, false, LockStore.NO_LIMIT);
		assertThat(reply.handle((answer, failure) -> answer != null).toCompletableFuture().join()).isEqualTo(can);
	}

	@Test
	void whoGaveUpOwnsNothing() {
		StoreUser a = user();
		StoreUser b = user();
		StoreReply reply = a.acquire(1, 0);
		awaitOwner(a.id(1));
		b.acquire(1, WAIT);
		assertThat(b.cancel(1, 0).status()).isEqualTo(Status.CANCELLED);
		assertThat(b.cancel(1, 0).status()).as("again").isEqualTo(Status.CANCELLED);
		assertThat(a.cancel(1, LEASE)).as("granted meanwhile, and accepted")
			.extracting(StoreReply::status, StoreReply::firstToken)
			.containsExactly(Status.OWNED, reply.firstToken());
		assertThat(a.cancel(1, 0).status()).as("given back").isEqualTo(Status.RELEASED);
		assertThat(a.cancel(1, 0).status()).as("again").isEqualTo(Status.FINISHED);
		assertThat(a.describe().status()).isEqualTo(Status.FREE);
	}

	@Test
	void minimumHoldKeepsEverybodyOutUntilItEnds() {
		StoreUser a = user();
		StoreUser b = user();
		a.acquire(1, 0);
		assertThat(a.release(1, HOLD).status()).isEqualTo(Status.RELEASED);
		StoreReply refused = a.acquire(2, 0);
		assertThat(refused.status()).isEqualTo(Status.WAIT);
		assertThat(refused.leaseMillis()).isBetween(1L, HOLD + 1);
		assertThat(a.release(1).status()).isEqualTo(Status.ALREADY);
		awaitFree(a);
		assertThat(b.acquire(1, 0).status()).isEqualTo(Status.OWNED);
	}

	@Test
	void waitersAreCounted() {
		StoreUser a = user();
		StoreUser b = user();
		a.acquire(1, 0);
		b.acquire(1, WAIT);
		a.acquire(2, 0);
		assertThat(b.describe().queue()).isEqualTo(1);
	}

	@Test
	void waiterThatDoesNotAskAgainLosesItsPlace() {
		StoreUser a = user();
		StoreUser b = user();
		StoreUser c = user();
		a.acquire(1, 0);
		b.acquire(1, 1);
		c.acquire(1, WAIT);
		soon().until(() -> a.describe().queue() == 1);
		a.release(1);
		assertThat(c.handOff().id()).isEqualTo(c.id(1));
	}

	@Test
	void waiterThatGivesUpIsToldNothingAndKeepsNobodyWaiting() {
		StoreUser a = user();
		StoreUser b = user();
		StoreUser c = user();
		a.acquire(1, 0);
		b.acquire(1, WAIT);
		c.acquire(1, WAIT);
		awaitPlace(b.id(1), true);
		awaitPlace(c.id(1), true);
		assertThat(b.cancel(1, 0).status()).isEqualTo(Status.CANCELLED);
		assertThat(b.cancel(1, 0).status()).as("again").isEqualTo(Status.CANCELLED);
		awaitPlace(b.id(1), false);
		a.release(1);
		assertThat(c.handOff().id()).isEqualTo(c.id(1));
		awaitPlace(c.id(1), false);
		assertThat(b.handOffs()).isEmpty();
	}

	@Test
	void waiterIsToldOfAMinimumHold() {
		StoreUser a = user();
		StoreUser b = user();
		a.acquire(1, 0);
		awaitOwner(a.id(1));
		b.acquire(1, WAIT);
		assertThat(a.release(1, 1_000).status()).isEqualTo(Status.RELEASED);
		assertThat(b.handOff().id()).isEqualTo(b.id(1));
		awaitOwned(b);
	}

	@Test
	void forcedReleaseTakesTheLockFromItsHolder() {
		StoreUser a = user();
		StoreUser b = user();
		long last = a.acquire(1, 0).lastToken();
		awaitOwner(a.id(1));
		assertThat(answer(b.store.force(this.name)).status()).isEqualTo(Status.RELEASED);
		assertThat(a.renew(1).status()).isEqualTo(Status.LOST);
		assertThat(a.release(1).status()).isEqualTo(Status.NOT_OWNER);
		assertThat(answer(b.store.force(this.name)).status()).isEqualTo(Status.FREE);
		assertThat(b.acquire(1, 0).firstToken()).isGreaterThan(last);
	}

	@Test
	void forcedReleaseByTokenTakesNothingFromWhoeverCameAfter() {
		StoreUser a = user();
		StoreUser b = user();
		long former = a.acquire(1, 0).lastToken();
		a.release(1);
		long token = a.acquire(2, 0).firstToken();
		awaitOwner(a.id(2));
		assertThat(answer(b.store.force(this.name, former)).status()).isEqualTo(Status.NOT_OWNER);
		assertThat(answer(b.store.force(this.name, 0)).status()).isEqualTo(Status.NOT_OWNER);
		assertThat(a.renew(2).status()).isEqualTo(Status.OWNED);
		assertThat(answer(b.store.force(this.name, token)).status()).isEqualTo(Status.RELEASED);
		assertThat(a.renew(2).status()).isEqualTo(Status.LOST);
		assertThat(answer(b.store.force(this.name, token)).status()).isEqualTo(Status.FREE);
	}

	/**
	 * Asks until it has the lock. A question that a message of the lock has overtaken may
	 * have no answer.
	 */
	static void awaitOwned(StoreUser user) {
		soon().ignoreExceptionsMatching((ex) -> ex.getCause() instanceof StoreException)
			.until(() -> user.acquire(1, WAIT).status() == Status.OWNED);
	}

}
