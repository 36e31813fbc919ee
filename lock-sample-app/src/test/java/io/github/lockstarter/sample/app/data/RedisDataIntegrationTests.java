package io.github.lockstarter.sample.app.data;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.core.StringRedisTemplate;

import io.github.lockstarter.test.TestRedis;

class RedisDataIntegrationTests extends SharedDataContract {

	private static LettuceConnectionFactory connections;

	@BeforeAll
	static void connect() {
		TestRedis redis = TestRedis.shared();
		connections = new LettuceConnectionFactory(redis.host(), redis.port());
		connections.start();
	}

	@AfterAll
	static void disconnect() {
		connections.destroy();
	}

	@Override
	SharedData data() {
		return new RedisData(new StringRedisTemplate(connections));
	}

}
