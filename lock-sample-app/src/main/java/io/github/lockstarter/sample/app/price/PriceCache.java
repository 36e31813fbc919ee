package io.github.lockstarter.sample.app.price;

import java.time.Duration;
import java.util.Optional;

import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.stereotype.Component;

/**
 * Prices in Redis for ten seconds each, at {@code sample:price:<article>}.
 */
@Component
class PriceCache {

	private static final String PREFIX = "sample:price:";

	private final StringRedisTemplate redis;

	PriceCache(StringRedisTemplate redis) {
		this.redis = redis;
	}

	Optional<Long> find(String article) {
		return Optional.ofNullable(this.redis.opsForValue().get(PREFIX + article)).map(Long::valueOf);
	}

	long store(String article, long cents) {
		this.redis.opsForValue().set(PREFIX + article, Long.toString(cents), Duration.ofSeconds(10));
		return cents;
	}

}
