package io.github.lockstarter.sample.app.price;

import java.time.Duration;
import java.util.Optional;

import org.springframework.stereotype.Component;

import io.github.lockstarter.sample.app.data.SharedData;

/**
 * Prices for all servers, for ten seconds each.
 */
@Component
public class PriceCache {

	private static final String PREFIX = "sample:price:";

	private final SharedData data;

	PriceCache(SharedData data) {
		this.data = data;
	}

	/**
	 * Looks a price up.
	 * @param article the article
	 * @return its price in cents, or empty if it is not known, or not any more
	 */
	public Optional<Long> find(String article) {
		return this.data.value(PREFIX + article).map(Long::valueOf);
	}

	/**
	 * Keeps a price.
	 * @param article the article
	 * @param cents its price in cents
	 * @return the same price
	 */
	public long store(String article, long cents) {
		this.data.put(PREFIX + article, Long.toString(cents), Duration.ofSeconds(10));
		return cents;
	}

}
