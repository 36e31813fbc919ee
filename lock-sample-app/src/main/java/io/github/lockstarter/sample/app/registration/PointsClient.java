package io.github.lockstarter.sample.app.registration;

import java.util.Map;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.stereotype.Component;
import org.springframework.web.client.RestClient;
import org.springframework.web.client.RestClientException;

/**
 * Calls the points service at {@code sample.points.base-url}.
 */
@Component
public class PointsClient {

	private final RestClient http;

	PointsClient(RestClient.Builder http, @Value("${sample.points.base-url}") String baseUrl) {
		this.http = http.baseUrl(baseUrl).build();
	}

	void grant(User user, int amount, String reason) {
		try {
			this.http.post()
				.uri("/points")
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
			.uri("/points?userName={userName}", userName)
			.retrieve()
			.requiredBody(Balance.class);
		return balance.points();
	}

	public void delete(String userName) {
		this.http.delete().uri("/points?userName={userName}", userName).retrieve().toBodilessEntity();
	}

	private record Balance(long points) {

	}

}
