package io.github.lockstarter.benchmark.contender;

import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/**
 * The connections of those who use Spring Data Redis.
 */
final class SpringRedis {

	private SpringRedis() {
	}

	static LettuceConnectionFactory connectionFactory(Endpoint endpoint) {
		LettuceConnectionFactory factory = new LettuceConnectionFactory(
				new RedisStandaloneConfiguration(endpoint.host(), endpoint.port()));
		factory.afterPropertiesSet();
		factory.start();
		return factory;
	}

}
