package io.github.lockstarter.redis;

import java.util.Map;
import java.util.UUID;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import io.github.lockstarter.store.StoreReply;
import io.github.lockstarter.store.StoreReply.Status;
import io.github.lockstarter.test.TestRedis;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What YIELD promises, without any client in between.
 */
@Tag("any-jdk")
class YieldProtocolIntegrationTests {

	private static final long LEASE = 30_000;

	private static final long WAIT = 6_000;

	private final RawLock lock = new RawLock(TestRedis.shared(), "raw:" + UUID.randomUUID(), "raw:%push:");

	@AfterEach
	void everyKeyHasATimeToLive() {
		assertThat(this.lock.ttl()).as("no key without a TTL, ever").isNotEqualTo(-1);
		this.lock.delete();
	}

	@Test
	void withoutOtherWaitersTheNextOwnsAFreshBlock() {
		long last = this.lock.acquire("a:1", LEASE, 0).lastToken();
		StoreReply next = yieldTo("a:1", "a:2");
		assertThat(next.status()).isEqualTo(Status.OWNED);
		assertThat(next.firstToken()).isGreaterThan(last);
		assertThat(next.lastToken()).isEqualTo(next.firstToken() + 16);
		assertThat(next.leaseMillis()).isEqualTo(LEASE);
		assertThat(this.lock.acquire("b:1", LEASE, 0).status()).isEqualTo(Status.WAIT);
		assertThat(this.lock.release("a:1", 0).status()).isEqualTo(Status.ALREADY);
	}

	@Test
	void repetitionAnswersTheSame() {
		this.lock.acquire("a:1", LEASE, 0);
		StoreReply next = yieldTo("a:1", "a:2");
		Map<String, String> before = this.lock.fields();
		StoreReply again = yieldTo("a:1", "a:2");
		assertThat(again).extracting(StoreReply::status, StoreReply::firstToken, StoreReply::lastToken)
			.containsExactly(Status.OWNED, next.firstToken(), next.lastToken());
		assertThat(this.lock.fields()).isEqualTo(before);
	}

	@Test
	void waiterThatCannotBeReachedKeepsItsTicketAndTheNextOwns() {
		this.lock.acquire("a:1", LEASE, 0);
		this.lock.acquire("b:1", LEASE, WAIT);
		assertThat(yieldTo("a:1", "a:2").status()).isEqualTo(Status.OWNED);
		assertThat(this.lock.acquire("b:1", LEASE, WAIT).queue()).isEqualTo(1);
		this.lock.release("a:2", 0);
		assertThat(this.lock.acquire("b:1", LEASE, WAIT).status()).isEqualTo(Status.OWNED);
	}

	@Test
	void whoIsNotTheOwnerOrRanOutYieldsNothing() {
		this.lock.acquire("a:1", LEASE, 0);
		Map<String, String> before = this.lock.fields();
		assertThat(yieldTo("b:1", "b:2").status()).isEqualTo(Status.LOST);
		assertThat(this.lock.fields()).isEqualTo(before);
		this.lock.release("a:1", 0);
		assertThat(yieldTo("a:1", "a:2").status()).isEqualTo(Status.LOST);
		this.lock.acquire("c:1", 1, 0);
		this.lock.awaitExpiry();
		assertThat(yieldTo("c:1", "c:2").status()).isEqualTo(Status.LOST);
	}

	@Test
	void pastItsCutoffTheOwnerStaysTheOwner() {
		this.lock.acquire("a:1", LEASE, 0);
		long now = this.lock.describe().serverNow();
		assertThat(this.lock.yieldTo("a:1", "a:2", LEASE, WAIT, now - 1).status()).isEqualTo(Status.STALE);
		assertThat(this.lock.renew("a:1", LEASE).status()).isEqualTo(Status.OWNED);
	}

	private StoreReply yieldTo(String id, String next) {
		return this.lock.yieldTo(id, next, LEASE, WAIT, RawLock.NO_CUTOFF);
	}

}
