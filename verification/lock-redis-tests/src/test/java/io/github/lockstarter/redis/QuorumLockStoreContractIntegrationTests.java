package io.github.lockstarter.redis;

import java.time.Duration;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

import io.github.lockstarter.core.RecordContract;
import io.github.lockstarter.core.WakeContract;
import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.test.TestRedis;

/**
 * The store on three real masters.
 */
// the contract runs on one master in each build, and the simulation has the quorum
@Tag("slow")
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
