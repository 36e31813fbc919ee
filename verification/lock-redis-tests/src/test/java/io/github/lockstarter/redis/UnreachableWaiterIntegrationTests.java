package io.github.lockstarter.redis;

import java.util.List;

import io.lettuce.core.RedisClient;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.github.lockstarter.store.StoreReply;
import io.github.lockstarter.store.StoreReply.Status;
import io.github.lockstarter.test.TestRedis;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What the scripts do with waiters that messages do not reach: the dead, and those who
 * live and ask. Clients {@code a} and {@code b} listen, the others do not.
 */
@Timeout(120)
@Tag("gate")
class UnreachableWaiterIntegrationTests {

	private static final long LEASE = 300_000;

	// Nothing here waits for one of them to end, and a busy machine may stop for seconds.
	private static final long HAND_OFF = 60_000;

	private static final long WAIT = 120_000;

	private static TestRedis redis;

	private static RedisClient client;

	private final RawLock lock = new RawLock(redis, "raw", "raw:%push:", HAND_OFF);

	private StatefulRedisPubSubConnection<String, String> listener;

	@BeforeAll
	static void start() {
		redis = TestRedis.start();
		client = RedisClient.create("redis://" + redis.host() + ":" + redis.port());
	}

	@AfterAll
	static void stop() {
		client.shutdown();
		redis.close();
	}

	@BeforeEach
	void listen() {
		this.listener = client.connectPubSub();
		this.listener.sync().subscribe("raw:%push:a", "raw:%push:b");
	}

	@AfterEach
	void everyKeyHasATimeToLive() {
		assertThat(this.lock.ttl()).as("no key without a TTL, ever").isNotEqualTo(-1);
		this.lock.delete();
		this.listener.close();
		Awaitility.await().until(() -> ((List<?>) redis.cli("PUBSUB", "CHANNELS")).isEmpty());
	}

	@Test
	void deadWaiterDoesNotKeepAFreeLockFromACallerThatDoesNotWait() {
		this.lock.acquire("a:1", LEASE, 0);
		this.lock.acquire("dead:1", LEASE, WAIT);
		this.lock.release("a:1", 0);
		assertThat(this.lock.acquire("a:2", LEASE, 0).status()).isEqualTo(Status.OWNED);
	}

	@Test
	void nobodyIsKeptFromTheLockByTheDeadWhenALeaseHasEnded() {
		this.lock.acquire("dead:1", LEASE, 0);
		this.lock.acquire("dead:2", LEASE, WAIT);
		this.lock.acquire("dead:3", LEASE, WAIT);
		this.lock.endLease();
		assertThat(this.lock.acquire("a:1", LEASE, 0).status()).isEqualTo(Status.OWNED);
		assertThat(this.lock.fields()).doesNotContainKeys("h", "t", "wdead:2", "wdead:3");
	}

	@Test
	void freeLockIsHandedToAWaiterThatCanBeReachedAndNotToWhoeverAsks() {
		this.lock.acquire("dead:1", LEASE, 0);
		this.lock.acquire("dead:2", LEASE, WAIT);
		this.lock.acquire("b:1", LEASE, WAIT);
		this.lock.endLease();
		StoreReply refused = this.lock.acquire("a:1", LEASE, 0);
		assertThat(refused.status()).isEqualTo(Status.WAIT);
		assertThat(this.lock.describe().holder()).isEqualTo("b:1");
	}

	@Test
	void lockIsKeptForAWaiterThatWasPassedOverAndAsksAgain() {
		passOver("deaf:1");
		assertThat(this.lock.askAgain("deaf:1", LEASE, WAIT).queue()).as("before those who came later").isEqualTo(1);
		this.lock.acquire("a:2", LEASE, WAIT);
		this.lock.release("b:1", 0);
		assertThat(this.lock.acquire("b:2", LEASE, 0)).as("kept for it, no longer than a hand-off")
			.satisfies((refused) -> {
				assertThat(refused.status()).isEqualTo(Status.WAIT);
				assertThat(refused.leaseMillis()).isLessThanOrEqualTo(HAND_OFF);
			});
		StoreReply granted = this.lock.askAgain("deaf:1", LEASE, WAIT);
		assertThat(granted.status()).isEqualTo(Status.OWNED);
		assertThat(granted.leaseMillis()).isEqualTo(LEASE);
		this.lock.release("deaf:1", 0);
		assertThat(this.lock.describe().holder()).isEqualTo("a:2");
	}

	@Test
	void whoComesBackToAFreeLockHasIt() {
		passOver("deaf:1");
		this.lock.release("b:1", 0);
		assertThat(this.lock.askAgain("deaf:1", LEASE, WAIT).status()).isEqualTo(Status.OWNED);
	}

	@Test
	void whoDoesNotAskAgainIsForgotten() {
		passOver("dead:1");
		assertThat(this.lock.fields()).doesNotContainKeys("wdead:1", "h", "t");
	}

	@Test
	void severalThatComeBackAreAllServedBeforeANewcomer() {
		this.lock.acquire("b:1", LEASE, 0);
		for (int i = 1; i <= 3; i++) {
			this.lock.acquire("deaf:" + i, LEASE, WAIT);
		}
		this.lock.acquire("a:1", LEASE, WAIT);
		this.lock.release("b:1", 0);
		assertThat(this.lock.describe().holder()).isEqualTo("a:1");
		this.lock.acquire("b:2", LEASE, WAIT);
		for (int i = 1; i <= 3; i++) {
			assertThat(this.lock.askAgain("deaf:" + i, LEASE, WAIT).queue()).isEqualTo(1);
		}
		String holder = "a:1";
		for (int i = 1; i <= 3; i++) {
			this.lock.release(holder, 0);
			holder = this.lock.describe().holder();
			assertThat(holder).startsWith("deaf:");
			assertThat(this.lock.askAgain(holder, LEASE, WAIT).status()).isEqualTo(Status.OWNED);
		}
		this.lock.release(holder, 0);
		assertThat(this.lock.describe().holder()).isEqualTo("b:2");
	}

	@Test
	void foreignSubscriberOfAllChannelsHearsForNobody() {
		this.listener.sync().psubscribe("*");
		this.lock.acquire("a:1", LEASE, 0);
		this.lock.acquire("dead:1", LEASE, WAIT);
		this.lock.acquire("b:1", LEASE, WAIT);
		this.lock.release("a:1", 0);
		assertThat(this.lock.describe().holder()).isEqualTo("b:1");
	}

	@Test
	void foreignSubscriberOfAllChannelsMakesADeadClientLookAliveOnceWhereTheCountMayNotBeAsked() {
		redis.cli("ACL", "LOG", "RESET");
		redis.cli("ACL", "SETUSER", "default", "-pubsub|numsub");
		try {
			this.listener.sync().psubscribe("*");
			this.lock.acquire("a:1", LEASE, 0);
			this.lock.acquire("dead:1", LEASE, WAIT);
			for (int i = 2; i <= 5; i++) {
				this.lock.acquire("dead:" + i, LEASE, WAIT);
			}
			this.lock.release("a:1", 0);
			assertThat(this.lock.describe().holder()).isEqualTo("dead:1");
			this.lock.endLease();
			assertThat(this.lock.acquire("b:1", LEASE, 0).status())
				.as("the first one ran out, the others are not tried")
				.isEqualTo(Status.OWNED);
			assertThat((List<?>) redis.cli("ACL", "LOG")).as("nothing is asked that is refused").isEmpty();
		}
		finally {
			redis.cli("ACL", "SETUSER", "default", "+pubsub|numsub");
		}
	}

	/**
	 * A queue that is never empty would keep every client that ever died.
	 */
	@Test
	void onlyTheLatestClientsAreInDoubt() {
		this.lock.acquire("dead0:1", LEASE, 0);
		for (int i = 1; i <= 30; i++) {
			this.lock.acquire("a:" + i, LEASE, 10 * WAIT);
		}
		for (int i = 1; i <= 20; i++) {
			// as if it had been handed the lock
			this.lock.set("o", "dead" + i + ":1");
			this.lock.set("x", "1");
			this.lock.set("g", "1 dead" + i + ":1");
			this.lock.acquire("b:" + i, LEASE, 0);
		}
		assertThat(this.lock.fields().get("d").trim().split(" ")).hasSize(16).startsWith("dead5").endsWith("dead20");
	}

	@Test
	void clientInDoubtThatAsksIsTrustedAgain() {
		this.lock.acquire("b:1", LEASE, 0);
		this.lock.acquire("a:1", LEASE, WAIT);
		this.lock.acquire("a:2", LEASE, WAIT);
		this.lock.acquire("a:3", LEASE, WAIT);
		this.lock.release("b:1", 0);
		this.lock.endLease();
		assertThat(this.lock.acquire("b:2", LEASE, 0).status()).isEqualTo(Status.OWNED);
		this.lock.askAgain("a:2", LEASE, WAIT);
		this.lock.release("b:2", 0);
		assertThat(this.lock.describe().holder()).isEqualTo("a:2");
	}

	@Test
	void leaseThatRanOutAfterItWasClaimedIsNoReasonForDoubt() {
		this.lock.acquire("b:1", LEASE, 0);
		this.lock.acquire("a:1", LEASE, WAIT);
		this.lock.acquire("a:2", LEASE, WAIT);
		this.lock.release("b:1", 0);
		assertThat(this.lock.renew("a:1", LEASE).status()).isEqualTo(Status.OWNED);
		this.lock.endLease();
		assertThat(this.lock.acquire("b:2", LEASE, 0).status()).isEqualTo(Status.WAIT);
		assertThat(this.lock.describe().holder()).isEqualTo("a:2");
	}

	@Test
	void handOffUnderAShorterLeaseThanUsualIsNoReasonForDoubt() {
		this.lock.acquire("b:1", LEASE, 0);
		this.lock.acquire("a:1", HAND_OFF / 2, WAIT);
		this.lock.acquire("a:2", LEASE, WAIT);
		this.lock.release("b:1", 0);
		this.lock.endLease();
		assertThat(this.lock.acquire("b:2", LEASE, 0).status()).isEqualTo(Status.WAIT);
		assertThat(this.lock.describe().holder()).isEqualTo("a:2");
	}

	@Test
	void keptLockThatNobodyFetchesMakesItsClientDoubtful() {
		this.lock.acquire("b:1", LEASE, 0);
		this.lock.acquire("deaf:1", LEASE, WAIT);
		this.lock.acquire("deaf:2", LEASE, WAIT);
		this.lock.acquire("a:1", LEASE, WAIT);
		this.lock.release("b:1", 0);
		this.lock.askAgain("deaf:2", LEASE, WAIT);
		this.lock.askAgain("deaf:1", LEASE, WAIT);
		this.lock.acquire("b:2", LEASE, WAIT);
		this.lock.release("a:1", 0);
		this.lock.endLease();
		assertThat(this.lock.acquire("a:2", LEASE, 0).status()).isEqualTo(Status.WAIT);
		assertThat(this.lock.describe().holder()).as("not kept for another of a client that may be dead")
			.isEqualTo("b:2");
	}

	/**
	 * A dead or deaf waiter stays before those who can be reached: in the past each
	 * hand-over walked over all tickets that were ever served behind it.
	 */
	@Test
	void handOverCostsTheSameHoweverOftenTheHeadWasPassedOver() {
		this.lock.acquire("a:0", LEASE, 0);
		for (int i = 0; i < 10; i++) {
			this.lock.acquire("deaf:" + i, LEASE, WAIT);
		}
		long early = handOvers(1, 200);
		long late = handOvers(2_001, 200);
		assertThat(late).isLessThanOrEqualTo(early).isLessThan(200 * 20);
	}

	@Test
	void waiterThatIsPassedOverForEverCostsEachHandOverNoMoreThanItsOwnQuestions() {
		this.lock.acquire("a:0", LEASE, 0);
		long served = 0;
		long before = this.lock.commands();
		for (int i = 1; i <= 300; i++) {
			this.lock.acquire("x" + i + ":1", LEASE, WAIT);
			this.lock.acquire(client(i) + ":" + i, LEASE, WAIT);
			this.lock.release(client(i - 1) + ":" + (i - 1), 0);
			served += this.lock.describe().holder().equals(client(i) + ":" + i) ? 1 : 0;
		}
		assertThat(served).isEqualTo(300);
		assertThat(this.lock.commands() - before).isLessThan(300 * 45);
	}

	private long handOvers(int from, int count) {
		int last = from + count;
		String holder = this.lock.describe().holder();
		long before = this.lock.commands();
		for (int i = from; i < last; i++) {
			String next = client(i) + ":" + i;
			this.lock.acquire(next, LEASE, WAIT);
			this.lock.release(holder, 0);
			holder = next;
		}
		return this.lock.commands() - before;
	}

	private static String client(int i) {
		return (i % 2 == 0) ? "a" : "b";
	}

	/**
	 * Another gets the lock although this waiter is before it.
	 */
	private void passOver(String id) {
		this.lock.acquire("a:1", LEASE, 0);
		this.lock.acquire(id, LEASE, WAIT);
		this.lock.acquire("b:1", LEASE, WAIT);
		this.lock.release("a:1", 0);
		assertThat(this.lock.describe().holder()).isEqualTo("b:1");
	}

}
