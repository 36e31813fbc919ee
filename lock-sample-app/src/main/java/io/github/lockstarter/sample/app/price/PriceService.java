package io.github.lockstarter.sample.app.price;

import org.springframework.stereotype.Service;

import io.github.lockstarter.LockOperations;

/**
 * Prices from a slow supplier, kept in a cache. When a price that many ask for runs out
 * of the cache, they all miss it at the same moment, and all would go to the supplier.
 */
@Service
public class PriceService {

	private final PriceCache cache;

	private final PriceClient supplier;

	private final LockOperations locks;

	PriceService(PriceCache cache, PriceClient supplier, LockOperations locks) {
		this.cache = cache;
		this.supplier = supplier;
		this.locks = locks;
	}

	/**
	 * The price of an article. A caller that finds none takes the lock and looks again:
	 * whoever had the lock before has filled the cache. A hit takes no lock.
	 * @param article the article
	 * @return its price in cents
	 */
	public long priceOf(String article) {
		return this.cache.find(article)
			.orElseGet(() -> this.locks.execute("price:" + article, (lease) -> refill(article)));
	}

	private long refill(String article) {
		return this.cache.find(article).orElseGet(() -> this.cache.store(article, this.supplier.load(article)));
	}

}
