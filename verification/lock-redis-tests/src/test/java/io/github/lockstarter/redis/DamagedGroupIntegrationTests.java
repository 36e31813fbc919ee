package io.github.lockstarter.redis;

import java.util.UUID;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import io.github.lockstarter.store.StoreReply;
import io.github.lockstarter.store.StoreReply.Status;
import io.github.lockstarter.test.TestRedis;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A lock that is shared, and in whose hash a hand has written what is no number.
 */
class DamagedGroupIntegrationTests {

	private final TestRedis redis = TestRedis.shared();

	private final RawLock lock = new RawLock(this.redis, "damaged:" + UUID.randomUUID(), "raw:%push:");

	@AfterEach
	void delete() {
		this.lock.delete();
	}

	@ParameterizedTest
	@ValueSource(strings = { "n", "e" })
	void numbersOfAGroupAreCountedAnew(String field) {
		this.lock.share("a:1", 60_000, 0, 2);
		this.lock.share("b:1", 60_000, 0, 2);
		this.lock.set(field, "damaged");
		assertThat(this.lock.share("c:1", 60_000, 0, 2).status()).isEqualTo(Status.WAIT);
		assertThat(this.lock.fields()).containsEntry("n", "2");
		assertThat(this.lock.release("a:1", 0).status()).isEqualTo(Status.RELEASED);
		assertThat(this.lock.share("d:1", 60_000, 0, 2).status()).isEqualTo(Status.OWNED);
	}

	@Test
	void readersHaveAnotherTokenThanADamagedOne() {
		long token = this.lock.share("a:1", 60_000, 0, 0).firstToken();
		this.lock.set("b", "damaged");
		StoreReply reply = this.lock.share("b:1", 60_000, 0, 0);
		assertThat(reply.status()).isEqualTo(Status.OWNED);
		assertThat(reply.firstToken()).isGreaterThanOrEqualTo(token);
	}

	@Test
	void memberWithoutAnEndKeepsNobodyWaitingAndIsNotSeen() {
		this.lock.share("a:1", 60_000, 0, 0);
		this.lock.share("b:1", 60_000, 0, 0);
		this.lock.set("ma:1", "damaged");
		assertThat(this.lock.describe().status()).isEqualTo(Status.HELD);
		this.lock.release("b:1", 0);
		this.lock.set("e", "1");
		assertThat(this.lock.acquire("w:1", 60_000, 0).status()).isEqualTo(Status.OWNED);
		assertThat(this.lock.fields()).doesNotContainKey("ma:1");
	}

}
