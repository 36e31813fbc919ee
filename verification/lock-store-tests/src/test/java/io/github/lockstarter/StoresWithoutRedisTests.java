package io.github.lockstarter;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * What an application gets with the stores beside Redis: this module depends on all of
 * them, and on nothing else that could bring a client of Redis.
 */
class StoresWithoutRedisTests {

	@ParameterizedTest
	@ValueSource(strings = { "io.lettuce.core.RedisClient",
			"org.springframework.data.redis.connection.RedisConnectionFactory" })
	void storesBringNoClientOfRedis(String type) {
		assertThatExceptionOfType(ClassNotFoundException.class).isThrownBy(() -> Class.forName(type));
	}

}
