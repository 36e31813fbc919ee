package io.github.lockstarter.redis.autoconfigure;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import io.github.lockstarter.autoconfigure.LockAutoConfiguration;
import io.github.lockstarter.autoconfigure.aspect.LockAspectAutoConfiguration;
import io.github.lockstarter.test.FreePort;
import io.github.lockstarter.test.TestRedis;

/**
 * An application with nothing but Redis and the starter.
 */
public final class LockApplication {

	// on a machine that is busy with other tests
	static final String[] PATIENCE = { "distributed-lock.start-timeout=1m", "distributed-lock.command-timeout=5s",
			"distributed-lock.wait-time=1m" };

	private LockApplication() {
	}

	public static ApplicationContextRunner on(TestRedis redis) {
		return runner()
			.withPropertyValues("spring.data.redis.host=" + redis.host(), "spring.data.redis.port=" + redis.port())
			.withPropertyValues(PATIENCE);
	}

	/**
	 * The configured address is one that nobody listens on.
	 */
	public static ApplicationContextRunner withoutRedis() {
		return runner().withPropertyValues("spring.data.redis.host=127.0.0.1",
				"spring.data.redis.port=" + FreePort.pick());
	}

	/**
	 * No address: the test says where Redis is.
	 */
	public static ApplicationContextRunner runner() {
		return new ApplicationContextRunner().withConfiguration(AutoConfigurations.of(DataRedisAutoConfiguration.class,
				RedisLockAutoConfiguration.class, LockAutoConfiguration.class, LockAspectAutoConfiguration.class));
	}

}
