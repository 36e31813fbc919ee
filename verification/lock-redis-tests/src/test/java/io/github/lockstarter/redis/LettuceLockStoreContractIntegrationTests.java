package io.github.lockstarter.redis;

import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import io.github.lockstarter.core.RecordQueueContract;
import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.store.SystemLockClock;
import io.github.lockstarter.test.TestRedis;

/**
 * The store on a real Redis.
 */
class LettuceLockStoreContractIntegrationTests extends RecordQueueContract {

	@Override
	protected LockStore store() {
		TestRedis redis = TestRedis.shared();
		LettuceConnectionFactory factory = new LettuceConnectionFactory(
				new RedisStandaloneConfiguration(redis.host(), redis.port()),
				LettuceClientConfiguration.defaultConfiguration());
		return new LettuceLockStore(new RedisClients(factory, LockInstance.DEFAULTS.commandTimeout()),
				LockInstance.DEFAULTS, "lock", "test@host:1", new SystemLockClock());
	}

}
