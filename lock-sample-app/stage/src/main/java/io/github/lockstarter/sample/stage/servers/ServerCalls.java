package io.github.lockstarter.sample.stage.servers;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Flow;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

import org.springframework.stereotype.Component;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Calls the servers over HTTP, as their users do. Never throws: the answer of an
 * unreachable server has status 0.
 */
@Component
public class ServerCalls {

	/**
	 * The response header that says when a request was inside: two times in microseconds
	 * since 1970, separated by a hyphen.
	 */
	public static final String INSIDE = "Inside";

	private static final Duration PATIENCE = Duration.ofSeconds(60);

	private final HttpClient http = HttpClient.newBuilder()
		.version(HttpClient.Version.HTTP_1_1)
		.connectTimeout(Duration.ofSeconds(10))
		.build();

	private final JsonMapper json;

	ServerCalls(JsonMapper json) {
		this.json = json;
	}

	public CompletableFuture<Answer> send(Server server, String method, String path, Object body) {
		long sent = System.nanoTime();
		return this.http.sendAsync(request(server, method, path, body), BodyHandlers.ofString())
			.thenApply((response) -> new Answer(server.name(), response.statusCode(), parse(response.body()),
					millisSince(sent), response.headers().firstValue(INSIDE).orElse("")))
			.exceptionally((ex) -> new Answer(server.name(), 0, this.json.createObjectNode(), millisSince(sent), ""));
	}

	// Passes the lines on as they arrive. Fails if the answer breaks off or is an error.
	public CompletableFuture<Void> stream(Server server, String path, Consumer<String> line) {
		HttpRequest request = HttpRequest.newBuilder(URI.create(server.url(path)))
			.timeout(PATIENCE)
			.header("Accept", "application/x-ndjson")
			.POST(BodyPublishers.noBody())
			.build();
		return this.http.sendAsync(request, (info) -> {
			if (info.statusCode() != 200) {
				throw new CompletionException(
						new IllegalStateException(server.name() + " answers " + info.statusCode()));
			}
			return BodyHandlers.fromLineSubscriber(new LineSubscriber(line)).apply(info);
		}).orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS).handle((response, ex) -> {
			if (ex != null) {
				throw new IllegalStateException(server.name() + " has gone.", ex);
			}
			return null;
		});
	}

	private HttpRequest request(Server server, String method, String path, Object body) {
		HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(server.url(path))).timeout(PATIENCE);
		if ("".equals(body)) {
			return request.method(method, BodyPublishers.noBody()).build();
		}
		return request.header("Content-Type", "application/json")
			.method(method, BodyPublishers.ofString(this.json.writeValueAsString(body)))
			.build();
	}

	private JsonNode parse(String body) {
		try {
			return body.isEmpty() ? this.json.createObjectNode() : this.json.readTree(body);
		}
		catch (JacksonException ex) {
			return this.json.createObjectNode().put("detail", body);
		}
	}

	private static long millisSince(long start) {
		return (System.nanoTime() - start) / 1_000_000;
	}

	/**
	 * What a server said.
	 *
	 * @param server the name of the server
	 * @param status the HTTP status, 0 where it could not be reached
	 * @param body what it said, an empty object for nothing
	 * @param millis how long it took, in milliseconds
	 * @param inside what {@link #INSIDE} says, empty where it was not noted
	 */
	public record Answer(String server, int status, JsonNode body, long millis, String inside) {

		public String words() {
			return (this.status != 0) ? (this.status + " " + this.body.path("detail").asString("")).strip()
					: "could not be reached";
		}

	}

	// Passes lines on, as many as arrive.
	private static final class LineSubscriber implements Flow.Subscriber<String> {

		private final Consumer<String> line;

		LineSubscriber(Consumer<String> line) {
			this.line = line;
		}

		@Override
		public void onSubscribe(Flow.Subscription subscription) {
			subscription.request(Long.MAX_VALUE);
		}

		@Override
		public void onNext(String item) {
			if (!item.isEmpty()) {
				this.line.accept(item);
			}
		}

		@Override
		public void onError(Throwable ex) {
			// the future of the response reports it
		}

		@Override
		public void onComplete() {
			// the future of the response reports it
		}

	}

}
