package io.github.lockstarter.proof.fault;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

import org.springframework.boot.json.JsonParserFactory;

/**
 * Asks one member of etcd, beside all clients.
 */
final class EtcdGateway {

	// One that is stopped does not answer.
	private static final Duration LONGEST = Duration.ofSeconds(1);

	private static final HttpClient CLIENT = HttpClient.newBuilder()
		.version(HttpClient.Version.HTTP_1_1)
		.connectTimeout(LONGEST)
		.build();

	private EtcdGateway() {
	}

	/**
	 * Sends a question.
	 * @param port where the member listens
	 * @param path the name of the question
	 * @param question what is asked
	 * @return the answer, empty if there was none, or an error
	 */
	static Optional<Map<String, Object>> ask(int port, String path, String question) {
		HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/v3/" + path))
			.timeout(LONGEST)
			.POST(HttpRequest.BodyPublishers.ofString(question))
			.build();
		try {
			HttpResponse<String> response = CLIENT.send(request, HttpResponse.BodyHandlers.ofString());
			// etcd 3.5 writes spaces, and Spring Boot's own parser knows no objects after
			// one
			String body = response.body().replace("}, {", "},{");
			return (response.statusCode() == 200) ? Optional.of(JsonParserFactory.getJsonParser().parseMap(body))
					: Optional.empty();
		}
		catch (IOException ex) {
			return Optional.empty();
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			return Optional.empty();
		}
	}

	/**
	 * What the head of an answer says.
	 */
	static String header(Map<String, Object> answer, String name) {
		return (answer.get("header") instanceof Map<?, ?> header) ? Objects.toString(header.get(name)) : "";
	}

}
