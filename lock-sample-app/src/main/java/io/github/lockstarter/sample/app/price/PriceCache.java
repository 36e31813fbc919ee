package io.github.lockstarter.sample.app.price;

import java.time.Duration;
import java.util.Optional;

import org.springframework.stereotype.Component;

import io.github.lockstarter.sample.app.data.SharedData;

/**
 * Prices for all servers, kept for ten seconds.
 */
@Component
public class PriceCache {

	private static final String PREFIX = "sample:price:";

	private final SharedData data;

	PriceCache(SharedData data) {
		this.data = data;
	}

	public Optional<Long> find(String article) {
		return this.data.value(PREFIX + article).map(Long::valueOf);
	}

	public long store(String article, long cents) {
		this.data.put(PREFIX + article, Long.toString(cents), Duration.ofSeconds(10));
		return cents;
	}

}
