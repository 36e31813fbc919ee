package io.github.lockstarter.redis;

import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.stream.Stream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import io.github.lockstarter.store.StoreReply;
import io.github.lockstarter.store.StoreReply.Status;
import io.github.lockstarter.test.TestRedis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.awaitility.Awaitility.await;

/**
 * What the scripts promise, one sentence each, without any client in between. Nobody
 * listens on the channels here, so that every waiter is one that cannot be reached.
 */
@Tag("any-jdk")
class LockProtocolIntegrationTests {

	private static final long LEASE = 30_000;

	private static final long WAIT = 6_000;

	private final RawLock lock = new RawLock(TestRedis.shared(), "raw:" + UUID.randomUUID(), "raw:%push:");

	@AfterEach
	void everyKeyHasATimeToLive() {
		assertThat(this.lock.ttl()).as("no key without a TTL, ever").isNotEqualTo(-1);
		this.lock.delete();
	}

	@Test
	void heldLockRefusesAndReportsRemainingLease() {
		assertThat(this.lock.acquire("a:1", LEASE, 0).status()).isEqualTo(Status.OWNED);
		StoreReply refused = this.lock.acquire("b:1", LEASE, 0);
		assertThat(refused.status()).isEqualTo(Status.WAIT);
		assertThat(refused.leaseMillis()).isBetween(LEASE - 5_000, LEASE);
		assertThat(refused.queue()).isZero();
		assertThat(this.lock.fields()).doesNotContainKeys("h", "t");
	}

	@Test
	void repeatedAcquireOfTheSameIdKeepsItsToken() {
		StoreReply first = this.lock.acquire("a:1", LEASE, 0);
		StoreReply again = this.lock.acquire("a:1", LEASE, 0);
		assertThat(again.status()).isEqualTo(Status.OWNED);
		assertThat(again.firstToken()).isEqualTo(first.firstToken());
	}

	@Test
	void acquireAfterTheReleaseOfTheSameIdIsFinished() {
		this.lock.acquire("a:1", LEASE, 0);
		this.lock.release("a:1", 0);
		assertThat(this.lock.acquire("a:1", LEASE, WAIT).status()).isEqualTo(Status.FINISHED);
		this.lock.acquire("b:1", LEASE, 0);
		assertThat(this.lock.acquire("a:1", LEASE, WAIT).status()).as("with the next owner in")
			.isEqualTo(Status.FINISHED);
	}

	@Test
	void commandPastItsCutoffIsNotExecuted() {
		long now = this.lock.describe().serverNow();
		assertThat(this.lock.acquire("a:1", LEASE, WAIT, now - 1).status()).isEqualTo(Status.STALE);
		assertThat(this.lock.fields()).isEmpty();
		this.lock.acquire("a:1", LEASE, 0);
		assertThat(this.lock.cancel("a:1", LEASE, now - 1).status()).isEqualTo(Status.STALE);
		assertThat(this.lock.fields()).containsEntry("o", "a:1").containsKey("x");
	}

	@Test
	void keyOfAnotherTypeIsAnErrorThatSaysSo() {
		this.lock.replaceByText();
		assertThat(Stream.<Supplier<StoreReply>>of(() -> this.lock.acquire("a:1", LEASE, WAIT),
				() -> this.lock.share("a:1", LEASE, WAIT, 0), () -> this.lock.share("a:1", LEASE, 0, 3),
				this.lock::describe, () -> this.lock.release("a:1", 0), () -> this.lock.release("a:1", 300)))
			.allSatisfy((command) -> assertThatIllegalStateException().isThrownBy(command::get)
				.withMessageContaining("WRONGTYPE"));
	}

	@Test
	void releaseIsRecognisedWhenItIsRepeated() {
		this.lock.acquire("a:1", LEASE, 0);
		assertThat(this.lock.release("a:1", 0).status()).isEqualTo(Status.RELEASED);
		assertThat(this.lock.release("a:1", 0).status()).isEqualTo(Status.ALREADY);
		this.lock.acquire("b:1", LEASE, 0);
		assertThat(this.lock.release("a:1", 0).status()).as("with the next owner in").isEqualTo(Status.ALREADY);
	}

	@Test
	void nobodyReleasesOrRenewsTheLockOfAnother() {
		this.lock.acquire("a:1", LEASE, 0);
		Map<String, String> before = this.lock.fields();
		assertThat(this.lock.release("b:1", 0).status()).isEqualTo(Status.NOT_OWNER);
		assertThat(this.lock.renew("b:1", LEASE).status()).isEqualTo(Status.LOST);
		assertThat(this.lock.cancel("b:1", 0, 0).status()).isEqualTo(Status.CANCELLED);
		assertThat(this.lock.fields()).isEqualTo(before);
	}

	@Test
	void expiredLeaseCannotBeRenewedEvenIfNobodyTookIt() {
		this.lock.acquire("a:1", 1, 0);
		this.lock.awaitExpiry();
		assertThat(this.lock.renew("a:1", LEASE).status()).isEqualTo(Status.LOST);
	}

	@Test
	void renewalNeverShortensTheLease() {
		this.lock.acquire("a:1", LEASE, 0);
		assertThat(this.lock.renew("a:1", 1_000).leaseMillis()).isGreaterThan(LEASE - 5_000);
		assertThat(this.lock.renew("a:1", 2 * LEASE).leaseMillis()).isEqualTo(2 * LEASE);
		assertThat(this.lock.ttl()).isGreaterThan(2 * LEASE + RawLock.RETENTION - 5_000);
	}

	@Test
	void tokensGrowOverReleaseExpiryAndForce() {
		long first = this.lock.acquire("a:1", LEASE, 0).firstToken();
		this.lock.release("a:1", 0);
		long second = this.lock.acquire("b:1", 1, 0).firstToken();
		this.lock.awaitExpiry();
		long third = this.lock.acquire("c:1", LEASE, 0).firstToken();
		this.lock.force();
		long fourth = this.lock.acquire("d:1", LEASE, 0).firstToken();
		assertThat(List.of(first, second, third, fourth)).isSorted().doesNotHaveDuplicates();
	}

	@Test
	void tokensGrowWhenTheKeyIsGone() {
		long first = this.lock.acquire("a:1", LEASE, 0).firstToken();
		this.lock.delete();
		assertThat(this.lock.acquire("b:1", LEASE, 0).firstToken()).isGreaterThan(first);
	}

	@Test
	void tokensGrowWhenTheServerClockHasStepped() {
		long ahead = this.lock.acquire("a:1", LEASE, 0).firstToken() + 30_000_000;
		this.lock.release("a:1", 0);
		this.lock.set("f", Long.toString(ahead));
		assertThat(this.lock.acquire("b:1", LEASE, 0).firstToken()).isEqualTo(ahead + 1);
	}

	@Test
	void freeLockVanishesAfterTheRetention() {
		this.lock.acquire("a:1", LEASE, 0);
		assertThat(this.lock.ttl()).isGreaterThan(LEASE + RawLock.RETENTION - 5_000);
		this.lock.release("a:1", 0);
		assertThat(this.lock.ttl()).isLessThanOrEqualTo(RawLock.RETENTION);
	}

	@Test
	void freeLockIsRememberedByItsLastOwnersAndTheLastTokenAlone() {
		long last = this.lock.acquire("a:1", LEASE, 0).lastToken();
		this.lock.release("a:1", 0);
		assertThat(this.lock.fields()).isEqualTo(Map.of("o", "a:1", "f", Long.toString(last)));
		assertThat(this.lock.acquire("a:1", LEASE, 0).status()).isEqualTo(Status.FINISHED);
		last = this.lock.acquire("b:1", LEASE, 0).lastToken();
		this.lock.release("b:1", 0);
		assertThat(this.lock.fields()).isEqualTo(Map.of("o", "b:1", "f", Long.toString(last), "p", "a:1"));
		assertThat(this.lock.acquire("a:1", LEASE, 0).status()).isEqualTo(Status.FINISHED);
	}

	@Test
	void lockThatReadersLeaveIsRememberedTheSame() {
		long token = this.lock.share("a:1", LEASE, 0, 0).firstToken();
		this.lock.release("a:1", 0);
		assertThat(this.lock.fields()).isEqualTo(Map.of("o", "a:1", "f", Long.toString(token), "p", ""));
	}

	@Test
	void lockThatNobodyIsLeftToHaveIsRememberedTheSame() {
		this.lock.acquire("a:1", LEASE, 0);
		this.lock.acquire("b:1", LEASE, WAIT);
		// nobody hears for b
		this.lock.release("a:1", 0);
		assertThat(this.lock.fields()).containsOnlyKeys("o", "f");
	}

	@Test
	void waitersQueueInTheOrderOfTheirArrival() {
		this.lock.acquire("a:1", LEASE, 0);
		assertThat(this.lock.acquire("b:1", LEASE, WAIT).queue()).isEqualTo(1);
		assertThat(this.lock.acquire("c:1", LEASE, WAIT).queue()).isEqualTo(2);
		assertThat(this.lock.acquire("b:1", LEASE, WAIT).queue()).as("a poll keeps its place").isEqualTo(1);
		assertThat(this.lock.askAgain("c:1", LEASE, WAIT).queue()).as("and is no way to the head").isEqualTo(2);
	}

	@Test
	void deadWaitersAreDroppedHoweverMany() {
		this.lock.acquire("a:1", LEASE, 0);
		for (int i = 0; i < 50; i++) {
			this.lock.acquire("dead:" + i, LEASE, 1);
		}
		assertThat(this.lock.acquire("b:1", LEASE, WAIT).queue()).isBetween(1L, 51L);
		await().until(() -> this.lock.describe().queue() == 1);
		assertThat(this.lock.acquire("b:1", LEASE, WAIT).queue()).isEqualTo(1);
		assertThat(this.lock.fields().keySet()).noneMatch((field) -> field.startsWith("wdead"));
	}

	@Test
	void lastWaiterLeavesNoQueueBehind() {
		this.lock.acquire("a:1", LEASE, 0);
		this.lock.acquire("b:1", LEASE, WAIT);
		assertThat(this.lock.cancel("b:1", 0, 0).status()).isEqualTo(Status.CANCELLED);
		assertThat(this.lock.fields()).containsOnlyKeys("o", "x", "f", "b");
	}

	@Test
	void cancelGivesBackAGrantThatCameMeanwhileOrAcceptsIt() {
		this.lock.acquire("a:1", LEASE, 0);
		assertThat(this.lock.cancel("a:1", LEASE, RawLock.NO_CUTOFF).status()).isEqualTo(Status.OWNED);
		assertThat(this.lock.cancel("a:1", 0, 0).status()).isEqualTo(Status.RELEASED);
		assertThat(this.lock.cancel("a:1", 0, 0).status()).isEqualTo(Status.FINISHED);
	}

	@Test
	void minimumHoldKeepsTheNameTakenByNobody() {
		this.lock.acquire("a:1", LEASE, 0);
		assertThat(this.lock.release("a:1", 10_000).status()).isEqualTo(Status.RELEASED);
		StoreReply refused = this.lock.acquire("b:1", LEASE, 0);
		assertThat(refused.status()).isEqualTo(Status.WAIT);
		assertThat(refused.leaseMillis()).isBetween(5_000L, 10_001L);
		assertThat(this.lock.renew("a:1", LEASE).status()).isEqualTo(Status.LOST);
		assertThat(this.lock.release("a:1", 0).status()).isEqualTo(Status.ALREADY);
		assertThat(this.lock.acquire("a:1", LEASE, 0).status()).isEqualTo(Status.FINISHED);
		assertThat(this.lock.ttl()).isBetween(RawLock.RETENTION, RawLock.RETENTION + 10_001);
	}

	@Test
	void minimumHoldEndsByItself() {
		this.lock.acquire("a:1", LEASE, 0);
		this.lock.release("a:1", 5);
		this.lock.awaitExpiry();
		assertThat(this.lock.acquire("b:1", LEASE, 0).status()).isEqualTo(Status.OWNED);
		assertThat(this.lock.release("a:1", 0).status()).isEqualTo(Status.ALREADY);
	}

	@Test
	void forcedReleaseTellsTheHolderAtItsRenewalAndRelease() {
		this.lock.acquire("a:1", LEASE, 0);
		assertThat(this.lock.force().status()).isEqualTo(Status.RELEASED);
		assertThat(this.lock.force().status()).isEqualTo(Status.FREE);
		assertThat(this.lock.renew("a:1", LEASE).status()).isEqualTo(Status.LOST);
		assertThat(this.lock.release("a:1", 0).status()).isEqualTo(Status.NOT_OWNER);
	}

	@Test
	void forcedReleaseByTokenEndsTheTurnThatHasIt() {
		StoreReply first = this.lock.acquire("a:1", LEASE, 0);
		this.lock.release("a:1", 0);
		StoreReply owner = this.lock.acquire("b:1", LEASE, 0);
		assertThat(this.lock.force(first.lastToken()).status()).isEqualTo(Status.NOT_OWNER);
		assertThat(this.lock.force(owner.lastToken() + 1).status()).isEqualTo(Status.NOT_OWNER);
		assertThat(this.lock.renew("b:1", LEASE).status()).isEqualTo(Status.OWNED);

		assertThat(this.lock.force(owner.lastToken()).status()).isEqualTo(Status.RELEASED);
		assertThat(this.lock.renew("b:1", LEASE).status()).isEqualTo(Status.LOST);
		assertThat(this.lock.force(owner.lastToken()).status()).isEqualTo(Status.FREE);
		assertThat(this.lock.acquire("c:1", LEASE, 0).firstToken()).isGreaterThan(owner.lastToken());
	}

	@Test
	void forcedReleaseByTokenEndsAMinimumHold() {
		StoreReply owner = this.lock.acquire("a:1", LEASE, 0);
		this.lock.release("a:1", LEASE);
		assertThat(this.lock.force(owner.firstToken() - 1).status()).isEqualTo(Status.NOT_OWNER);
		assertThat(this.lock.force(owner.firstToken()).status()).isEqualTo(Status.RELEASED);
	}

	@Test
	void layoutWrittenByThePreviousVersionIsUnderstood() {
		// The layout is a contract between versions that run side by side: these fields,
		// as version 0.1 writes them, must keep their meaning.
		long now = this.lock.describe().serverNow();
		this.lock.set("o", "old:7");
		this.lock.set("x", Long.toString(now + LEASE));
		this.lock.set("f", Long.toString(now * 1_000));
		this.lock.set("b", Long.toString(now * 1_000));
		this.lock.set("p", "");
		this.lock.set("h", "3");
		this.lock.set("t", "3");
		this.lock.set("q3", "old:8");
		this.lock.set("wold:8", "3:" + (now + WAIT) + ":" + LEASE);
		assertThat(this.lock.describe()).extracting(StoreReply::status, StoreReply::queue, StoreReply::holder)
			.containsExactly(Status.HELD, 1L, "old:7");
		assertThat(this.lock.acquire("new:1", LEASE, WAIT).queue()).isEqualTo(2);
		assertThat(this.lock.renew("old:7", LEASE).status()).isEqualTo(Status.OWNED);
		assertThat(this.lock.release("old:7", 0).status()).isEqualTo(Status.RELEASED);
		assertThat(this.lock.acquire("old:8", LEASE, WAIT).firstToken()).isGreaterThan(now * 1_000);
	}

}
