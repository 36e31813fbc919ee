package io.github.lockstarter.sample.app.price;

import org.springframework.core.env.Environment;
import org.springframework.stereotype.Component;
import org.springframework.web.client.RestClient;

/**
 * Asks the supplier at {@code sample.prices.base-url}, which is slow.
 */
@Component
public class PriceClient {

	private final RestClient http;

	private final Environment environment;

	PriceClient(RestClient.Builder http, Environment environment) {
		this.http = http.build();
		this.environment = environment;
	}

	/**
	 * Asks for a price.
	 * @param article the article
	 * @return its price in cents
	 */
	public long load(String article) {
		// With each call, because the default is a port that is known once the server
		// runs
		String baseUrl = this.environment.getRequiredProperty("sample.prices.base-url");
		return this.http.get().uri(baseUrl + "/prices/{article}", article).retrieve().requiredBody(Price.class).cents();
	}

	/**
	 * What the supplier answers.
	 *
	 * @param cents the price
	 */
	private record Price(long cents) {
	}

}
