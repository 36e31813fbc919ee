package io.github.lockstarter.sample.app.price;

import java.util.Map;

import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

@RestController
class PriceController {

	private final PriceService prices;

	PriceController(PriceService prices) {
		this.prices = prices;
	}

	@GetMapping("/prices/{article}")
	Map<String, Object> price(@PathVariable String article) {
		return Map.of("article", article, "cents", this.prices.priceOf(article));
	}

}
