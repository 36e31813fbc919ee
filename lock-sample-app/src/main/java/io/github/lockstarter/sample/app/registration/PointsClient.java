package io.github.lockstarter.sample.app.registration;

import java.util.Map;

import org.springframework.core.env.Environment;
import org.springframework.stereotype.Component;
import org.springframework.web.client.RestClient;
import org.springframework.web.client.RestClientException;

/**
 * Calls the points service at {@code sample.points.base-url}.
 */
@Component
public class PointsClient {

	private final RestClient http;

	private final Environment environment;

	PointsClient(RestClient.Builder http, Environment environment) {
		this.http = http.build();
		this.environment = environment;
	}

	void grant(User user, int amount, String reason) {
		try {
			this.http.post()
				.uri(baseUrl() + "/points")
				.body(Map.of("userName", user.userName(), "amount", amount, "reason", reason))
				.retrieve()
				.toBodilessEntity();
		}
		catch (RestClientException ex) {
			throw new BonusNotGrantedException(user, ex);
		}
	}

	long balanceOf(String userName) {
		Balance balance = this.http.get()
			.uri(baseUrl() + "/points?userName={userName}", userName)
			.retrieve()
			.requiredBody(Balance.class);
		return balance.points();
	}

	/**
	 * Deletes all points of a user.
	 * @param userName whose points
	 */
	public void delete(String userName) {
		this.http.delete().uri(baseUrl() + "/points?userName={userName}", userName).retrieve().toBodilessEntity();
	}

	// With each call, because the default is a port that is known once the server runs
	private String baseUrl() {
		return this.environment.getRequiredProperty("sample.points.base-url");
	}

	/**
	 * What the points service answers.
	 *
	 * @param points the balance of one user name
	 */
	private record Balance(long points) {

	}

}
