package io.github.lockstarter.redis;

import java.time.Duration;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import io.github.lockstarter.core.RecordContract;
import io.github.lockstarter.core.WakeContract;
import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.store.PushMessage;
import io.github.lockstarter.store.StoreReply.Status;
import io.github.lockstarter.test.TestRedis;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The store on three real masters.
 */
class QuorumLockStoreContractIntegrationTests extends WakeContract implements RecordContract {

	private static ThreeMasters masters;

	@BeforeAll
	static void begin() {
		masters = new ThreeMasters();
	}

	@AfterAll
	static void end() {
		masters.close();
	}

	@Override
	protected LockStore store() {
		return masters.store(LockInstance.DEFAULTS, Duration.ZERO);
	}

	@Test
	void lockIsHandedToTheWaiterThatIsFirstAtMostMasters() {
		StoreUser a = user();
		StoreUser b = user();
		long last = a.acquire(1, 0).lastToken();
		awaitOwner(a.id(1));
		b.acquire(1, WAIT);
		awaitPlace(b.id(1), true);
		a.release(1);
		PushMessage grant = b.handOff();
		assertThat(grant.kind()).isEqualTo(PushMessage.Kind.GRANT);
		assertThat(grant.firstToken()).isGreaterThan(last);
		assertThat(grant.millis()).as("a provisional lease").isLessThan(LEASE);
		assertThat(a.acquire(2, 0).status()).as("nobody barges in").isEqualTo(Status.WAIT);
		assertThat(b.renew(1).status()).isEqualTo(Status.OWNED);
		assertThat(b.release(1).status()).isEqualTo(Status.RELEASED);
	}

	/**
	 * An answer is there when two of three have answered.
	 */
	@Override
	protected void awaitPlace(String id, boolean has) {
		for (TestRedis redis : masters.all()) {
			Awaitility.await().until(() -> (redis.cli("HGET", "lock:" + this.name, "w" + id) != null) == has);
		}
	}

	/**
	 * What one of three has not given when two have, it gives to whoever asks it first:
	 * the owner gets it later, with a larger token, and the waiter is told when it asks.
	 */
	@Override
	public void awaitOwner(String id) {
		for (TestRedis redis : masters.all()) {
			Awaitility.await().until(() -> id.equals(redis.cli("HGET", "lock:" + this.name, "o")));
		}
	}

}
