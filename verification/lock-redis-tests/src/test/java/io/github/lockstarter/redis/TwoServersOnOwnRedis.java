package io.github.lockstarter.redis;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

import io.github.lockstarter.core.LockSettings;
import io.github.lockstarter.test.TestRedis;

/**
 * The set-up of tests that break or count: a Redis of their own, and two application
 * instances on it.
 */
abstract class TwoServersOnOwnRedis {

	private final LockSettings firstSettings;

	private final LockSettings secondSettings;

	private final String[] redisArguments;

	protected TestRedis redis;

	protected LockInstance first;

	protected LockInstance second;

	TwoServersOnOwnRedis(LockSettings firstSettings, LockSettings secondSettings, String... redisArguments) {
		this.firstSettings = firstSettings;
		this.secondSettings = secondSettings;
		this.redisArguments = redisArguments;
	}

	@BeforeEach
	void startServers() {
		this.redis = TestRedis.start(this.redisArguments);
		this.first = LockInstance.on(this.redis, this.firstSettings);
		this.second = LockInstance.on(this.redis, this.secondSettings);
	}

	@AfterEach
	void stopServers() {
		this.first.close();
		this.second.close();
		this.redis.close();
	}

}
