package io.github.lockstarter.sample.app.price;

import java.util.Map;

import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

/**
 * Answers prices, with the lock around the refill and without.
 */
@RestController
class PriceController {

	private final PriceService prices;

	private final PriceCache cache;

	private final PriceOrigin origin;

	PriceController(PriceService prices, PriceCache cache, PriceOrigin origin) {
		this.prices = prices;
		this.cache = cache;
		this.origin = origin;
	}

	@GetMapping("/prices/{article}")
	Map<String, Object> price(@PathVariable String article) {
		return answer(article, this.prices.priceOf(article));
	}

	@GetMapping("/unlocked/prices/{article}")
	Map<String, Object> priceWithoutLock(@PathVariable String article) {
		return answer(article,
				this.cache.find(article).orElseGet(() -> this.cache.store(article, this.origin.load(article))));
	}

	private Map<String, Object> answer(String article, long cents) {
		return Map.of("article", article, "cents", cents, "originAsked", this.origin.callsFor(article));
	}

}
