package io.github.lockstarter.compatibility;

import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.charset.StandardCharsets;

import com.jayway.jsonpath.JsonPath;
import org.springframework.context.ApplicationContext;

/**
 * Asks a server as operations do.
 */
final class Http {

	private static final int ATTEMPTS = 10;

	private static final int PATIENCE_MILLIS = 120_000;

	private final String base;

	Http(ApplicationContext server) {
		this.base = "http://localhost:" + server.getEnvironment().getRequiredProperty("local.server.port")
				+ "/actuator/";
	}

	Answer get(String path) {
		return send("GET", URI.create(this.base + path));
	}

	Answer delete(String path) {
		return send("DELETE", URI.create(this.base + path));
	}

	private static Answer send(String method, URI uri) {
		for (int attempt = 1;; attempt++) {
			try {
				return answer(method, uri);
			}
			catch (SocketTimeoutException ex) {
				throw new IllegalStateException(ex);
			}
			catch (IOException ex) {
				// now and then a reactive server of Spring Boot 3.5 closes a new
				// connection before the endpoint is reached
				if (attempt == ATTEMPTS) {
					throw new IllegalStateException(ex);
				}
			}
		}
	}

	// Each on a connection of its own: a server may have closed a kept one.
	private static Answer answer(String method, URI uri) throws IOException {
		HttpURLConnection connection = (HttpURLConnection) uri.toURL().openConnection();
		connection.setRequestMethod(method);
		connection.setRequestProperty("Connection", "close");
		connection.setConnectTimeout(PATIENCE_MILLIS);
		connection.setReadTimeout(PATIENCE_MILLIS);
		int status = connection.getResponseCode();
		try (InputStream body = (status < 400) ? connection.getInputStream() : connection.getErrorStream()) {
			return new Answer(status, (body != null) ? new String(body.readAllBytes(), StandardCharsets.UTF_8) : "");
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
