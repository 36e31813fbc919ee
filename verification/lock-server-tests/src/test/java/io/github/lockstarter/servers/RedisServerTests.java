package io.github.lockstarter.servers;

import java.util.Map;

import io.github.lockstarter.test.TestRedis;

/**
 * On the Redis or Valkey of the build, or that of {@code LOCK_TEST_REDIS}, with a log of
 * all changes: without one a restart forgets the locks.
 */
class RedisServerTests extends ServerContract {

	@Override
	TestedServer server() {
		TestRedis redis = TestRedis.start("--appendonly", "yes", "--appendfsync", "always");
		return new TestedServer(Map.of("distributed-lock.store", "redis", "spring.data.redis.host", redis.host(),
				"spring.data.redis.port", Integer.toString(redis.port())), redis::restart, redis::close);
	}

}
