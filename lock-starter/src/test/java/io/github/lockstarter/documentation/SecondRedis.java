package io.github.lockstarter.documentation;

import org.springframework.context.annotation.Bean;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import io.github.lockstarter.autoconfigure.LockConnectionFactory;

/**
 * Not a part of the application that the tests run: there is no such Redis.
 */
class SecondRedis {

	@Bean(defaultCandidate = false)
	@LockConnectionFactory
	LettuceConnectionFactory lockRedis() {
		return new LettuceConnectionFactory("redis-for-locks", 6379);
	}

}
