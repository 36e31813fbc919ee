package io.github.lockstarter.sample.app.price;

import org.springframework.stereotype.Service;

import io.github.lockstarter.LockOperations;

/**
 * Prices from a slow supplier, with a cache. When a popular price expires, many callers
 * miss it at the same moment, and without the lock all of them would call the supplier.
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
	 * Returns the price of an article. A caller that finds none acquires the lock and
	 * looks again, because the previous holder may have filled the cache. A hit needs no
	 * lock.
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
