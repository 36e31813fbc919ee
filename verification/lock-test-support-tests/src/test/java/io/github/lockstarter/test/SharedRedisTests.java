package io.github.lockstarter.test;

import java.util.Map;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class SharedRedisTests {

	@Test
	void valkeyIsCalledByItsOwnVersion() {
		assertThat(SharedRedis
			.version(Map.of("redis_version", "7.2.4", "server_name", "valkey", "valkey_version", "8.1.0")))
			.isEqualTo("Valkey 8.1.0");
		assertThat(SharedRedis.version(Map.of("redis_version", "7.0.15"))).isEqualTo("Redis 7.0.15");
	}

}
