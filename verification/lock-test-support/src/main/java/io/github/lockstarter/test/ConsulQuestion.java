package io.github.lockstarter.test;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.function.BooleanSupplier;

import org.jspecify.annotations.Nullable;

/**
 * Asks one server or agent of Consul, beside all clients.
 */
final class ConsulQuestion {

	private static final Duration START_TIMEOUT = Duration.ofMinutes(2);

	// One that is stopped does not answer.
	private static final Duration LONGEST = Duration.ofSeconds(5);

	private static final HttpClient CLIENT = HttpClient.newBuilder()
		.version(HttpClient.Version.HTTP_1_1)
		.connectTimeout(LONGEST)
		.build();

	private ConsulQuestion() {
	}

	/**
	 * Waits until a consistent read is served, for which the cluster needs a leader.
	 * @param endpoint where clients are served
	 * @param alive whether it is worth waiting
	 * @throws IllegalStateException if none is served in time
	 */
	static void awaitAnswer(String endpoint, BooleanSupplier alive) {
		Await.until("Consul at " + endpoint + " to answer", START_TIMEOUT, () -> {
			if (!alive.getAsBoolean()) {
				throw new IllegalStateException("Consul at " + endpoint + " has ended");
			}
			return ask(endpoint, "GET", "catalog/nodes?consistent", "", null).startsWith("[");
		});
	}

	/**
	 * The leader that a server knows.
	 * @param endpoint where it serves clients
	 * @return such as {@code 127.0.0.1:8300}, empty if it knows none
	 */
	static String leader(String endpoint) {
		return ask(endpoint, "GET", "status/leader", "", null).replace("\"", "");
	}

	static String ask(String endpoint, String method, String path, String body, @Nullable String token) {
		HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(endpoint + "/v1/" + path))
			.timeout(LONGEST)
			.method(method, HttpRequest.BodyPublishers.ofString(body));
		if (token != null) {
			request.header("X-Consul-Token", token);
		}
		try {
			return CLIENT.send(request.build(), HttpResponse.BodyHandlers.ofString()).body();
		}
		catch (IOException ex) {
			return "";
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException("Interrupted while Consul was asked", ex);
		}
	}

}
