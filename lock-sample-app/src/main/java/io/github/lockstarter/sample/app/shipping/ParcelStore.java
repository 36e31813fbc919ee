package io.github.lockstarter.sample.app.shipping;

import java.time.Duration;

import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.stereotype.Repository;

/**
 * Counts the parcels of each order in Redis, at {@code sample:parcels:<order>}.
 */
@Repository
class ParcelStore {

	private static final String PREFIX = "sample:parcels:";

	private final StringRedisTemplate redis;

	ParcelStore(StringRedisTemplate redis) {
		this.redis = redis;
	}

	long send(String order) {
		long number = this.redis.opsForValue().increment(PREFIX + order);
		this.redis.expire(PREFIX + order, Duration.ofHours(1));
		return number;
	}

	long sentFor(String order) {
		String count = this.redis.opsForValue().get(PREFIX + order);
		return (count != null) ? Long.parseLong(count) : 0;
	}

}
