package io.github.lockstarter.sample.app.price;

import org.springframework.stereotype.Service;

import io.github.lockstarter.LockOperations;

/**
 * Prices from a slow origin, kept in a cache. When a price that many ask for runs out of
 * the cache, they all miss it at the same moment, and all would go to the origin.
 */
@Service
public class PriceService {

	private final PriceCache cache;

	private final PriceOrigin origin;

	private final LockOperations locks;

	PriceService(PriceCache cache, PriceOrigin origin, LockOperations locks) {
		this.cache = cache;
		this.origin = origin;
		this.locks = locks;
	}

	/**
	 * The price of an article. Who finds none takes the lock and looks again: whoever had
	 * the lock before has filled the cache. A hit takes no lock.
	 * @param article the article
	 * @return its price in cents
	 */
	public long priceOf(String article) {
		return this.cache.find(article)
			.orElseGet(() -> this.locks.execute("price:" + article, (lease) -> refill(article)));
	}

	private long refill(String article) {
		return this.cache.find(article).orElseGet(() -> this.cache.store(article, this.origin.load(article)));
	}

}
