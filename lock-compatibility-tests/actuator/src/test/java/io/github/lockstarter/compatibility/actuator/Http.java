package io.github.lockstarter.compatibility.actuator;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;

import com.jayway.jsonpath.JsonPath;
import org.springframework.context.ApplicationContext;

/**
 * Asks a server as operations do.
 */
final class Http {

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
		try {
			// each with a client of its own: a server may have closed a kept connection;
			// and without an offer to upgrade, which a server may answer by closing it
			HttpResponse<String> response = HttpClient.newHttpClient()
				.send(request.version(HttpClient.Version.HTTP_1_1).build(), HttpResponse.BodyHandlers.ofString());
			return new Answer(response.statusCode(), response.body());
		}
		catch (IOException | InterruptedException ex) {
			throw new IllegalStateException(ex);
		}
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
