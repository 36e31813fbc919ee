package io.github.lockstarter.sample.app.price;

import java.time.Duration;

import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.stereotype.Component;

/**
 * Stands for somebody else's server, which takes 400 milliseconds for a price. Counts how
 * often all servers have asked it.
 */
@Component
class PriceOrigin {

	private static final String CALLS = "sample:price-calls:";

	private final StringRedisTemplate redis;

	PriceOrigin(StringRedisTemplate redis) {
		this.redis = redis;
	}

	long load(String article) {
		this.redis.opsForValue().increment(CALLS + article);
		this.redis.expire(CALLS + article, Duration.ofHours(1));
		try {
			Thread.sleep(400);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
		return 100 + Math.floorMod(article.hashCode(), 900);
	}

	long callsFor(String article) {
		String calls = this.redis.opsForValue().get(CALLS + article);
		return (calls != null) ? Long.parseLong(calls) : 0;
	}

}
