package io.github.lockstarter.sample.app.price;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.stereotype.Component;
import org.springframework.web.client.RestClient;

/**
 * Calls the supplier at {@code sample.prices.base-url}, which is slow.
 */
@Component
public class PriceClient {

	private final RestClient http;

	PriceClient(RestClient.Builder http, @Value("${sample.prices.base-url}") String baseUrl) {
		this.http = http.baseUrl(baseUrl).build();
	}

	public long load(String article) {
		return this.http.get().uri("/prices/{article}", article).retrieve().requiredBody(Price.class).cents();
	}

	private record Price(long cents) {
	}

}
