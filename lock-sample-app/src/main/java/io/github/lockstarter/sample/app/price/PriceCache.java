package io.github.lockstarter.sample.app.price;

import java.time.Duration;
import java.util.Optional;

import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.stereotype.Component;

/**
 * Prices in Redis for ten seconds each, at {@code sample:price:<article>}.
 */
@Component
public class PriceCache {

	private static final String PREFIX = "sample:price:";

	private final StringRedisTemplate redis;

	PriceCache(StringRedisTemplate redis) {
		this.redis = redis;
	}

	/**
	 * Looks a price up.
	 * @param article the article
	 * @return its price in cents, or empty if it is not known, or not any more
	 */
	public Optional<Long> find(String article) {
		return Optional.ofNullable(this.redis.opsForValue().get(PREFIX + article)).map(Long::valueOf);
	}

	/**
	 * Keeps a price.
	 * @param article the article
	 * @param cents its price in cents
	 * @return the same price
	 */
	public long store(String article, long cents) {
		this.redis.opsForValue().set(PREFIX + article, Long.toString(cents), Duration.ofSeconds(10));
		return cents;
	}

}
