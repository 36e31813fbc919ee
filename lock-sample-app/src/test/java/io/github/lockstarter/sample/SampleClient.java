package io.github.lockstarter.sample;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.concurrent.CompletableFuture;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Calls one instance of the sample, as its users do.
 */
public record SampleClient(int port) {

	private static final JsonMapper JSON = new JsonMapper();

	private static final HttpClient HTTP = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

	public CompletableFuture<Answer> register(String userName) {
		return post("/users", userName);
	}

	public CompletableFuture<Answer> registerUnlocked(String userName) {
		return post("/unlocked/users", userName);
	}

	public int usersNamed(String userName) {
		return user(userName).get("users").size();
	}

	public int pointsOf(String userName) {
		return user(userName).get("points").asInt();
	}

	public String healthOfTheLocks() {
		return get("/actuator/health/distributedLocks").body().path("status").asString();
	}

	private JsonNode user(String userName) {
		Answer answer = get("/users/" + userName);
		assertThat(answer.status()).as(answer::toString).isEqualTo(200);
		return answer.body();
	}

	private Answer get(String path) {
		try {
			return answer(HTTP.send(HttpRequest.newBuilder(uri(path)).build(), HttpResponse.BodyHandlers.ofString()));
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException(ex);
		}
	}

	private CompletableFuture<Answer> post(String path, String userName) {
		HttpRequest request = HttpRequest.newBuilder(uri(path))
			.header("Content-Type", "application/json")
			.POST(HttpRequest.BodyPublishers.ofString("{\"userName\":\"" + userName + "\"}"))
			.build();
		return HTTP.sendAsync(request, HttpResponse.BodyHandlers.ofString()).thenApply(SampleClient::answer);
	}

	private URI uri(String path) {
		return URI.create("http://localhost:" + this.port + path);
	}

	private static Answer answer(HttpResponse<String> response) {
		return new Answer(response.statusCode(), JSON.readTree(response.body()));
	}

	/**
	 * What the instance said.
	 */
	public record Answer(int status, JsonNode body) {

		public String title() {
			return this.body.path("title").asString();
		}

	}

}
