package io.github.lockstarter.compatibility.actuator;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;

import com.jayway.jsonpath.JsonPath;
import org.springframework.context.ApplicationContext;

/**
 * Asks a server as operations do.
 */
final class Http {

	private static final int ATTEMPTS = 10;

	private final String base;

	Http(ApplicationContext server) {
		this.base = "http://localhost:" + server.getEnvironment().getRequiredProperty("local.server.port")
				+ "/actuator/";
	}

	Answer get(String path) {
		return send(HttpRequest.newBuilder(URI.create(this.base + path)));
	}

	Answer delete(String path) {
		return send(HttpRequest.newBuilder(URI.create(this.base + path)).DELETE());
	}

	private static Answer send(HttpRequest.Builder request) {
		HttpRequest question = request.version(HttpClient.Version.HTTP_1_1).build();
		for (int attempt = 1;; attempt++) {
			try {
				return answer(question);
			}
			catch (HttpTimeoutException | InterruptedException ex) {
				throw new IllegalStateException(ex);
			}
			catch (IOException ex) {
				// a reactive server of Spring Boot 3.5 now and then closes a new
				// connection
				// without a word, before the endpoint is reached
				if (attempt == ATTEMPTS) {
					throw new IllegalStateException(ex);
				}
			}
		}
	}

	// each with a client of its own: a server may have closed a kept connection
	private static Answer answer(HttpRequest question) throws IOException, InterruptedException {
		HttpResponse<String> response = HttpClient.newHttpClient().send(question, HttpResponse.BodyHandlers.ofString());
		return new Answer(response.statusCode(), response.body());
	}

	/**
	 * What a server answered.
	 */
	record Answer(int status, String body) {

		<T> T read(String path) {
			return JsonPath.read(this.body, path);
		}

		long number(String path) {
			return this.<Number>read(path).longValue();
		}

	}

}
