package io.github.lockstarter.sample.app.catalog;

import java.time.Duration;

import org.springframework.stereotype.Repository;

import io.github.lockstarter.sample.app.data.SharedData;

/**
 * The names and the prices of a catalog, each with its edition, stored separately:
 * without a lock a reader may see new names and old prices.
 */
@Repository
class CatalogParts {

	private static final String NAMES = "sample:catalog-names:";

	private static final String PRICES = "sample:catalog-prices:";

	private static final Duration KEPT = Duration.ofHours(1);

	private final SharedData data;

	CatalogParts(SharedData data) {
		this.data = data;
	}

	int readNames(String shop) {
		return this.data.value(NAMES + shop).map(Integer::valueOf).orElse(0);
	}

	int readPrices(String shop) {
		return this.data.value(PRICES + shop).map(Integer::valueOf).orElse(0);
	}

	void writeNames(String shop, int edition) {
		this.data.put(NAMES + shop, Integer.toString(edition), KEPT);
	}

	void writePrices(String shop, int edition) {
		this.data.put(PRICES + shop, Integer.toString(edition), KEPT);
	}

}
