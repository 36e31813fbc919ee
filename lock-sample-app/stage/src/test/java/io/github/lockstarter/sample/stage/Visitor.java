package io.github.lockstarter.sample.stage;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Iterator;
import java.util.Locale;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Stream;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import io.github.lockstarter.sample.Patience;

/**
 * Visits the page of a server, without a browser.
 */
public record Visitor(int port) {

	private static final JsonMapper JSON = new JsonMapper();

	private static final HttpClient HTTP = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

	HttpResponse<String> send(String method, String path, String json) {
		HttpRequest request = HttpRequest.newBuilder(uri(path))
			.header("Content-Type", "application/json")
			.header("Accept-Language", "en")
			.method(method, json.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(json))
			.build();
		try {
			return HTTP.send(request, BodyHandlers.ofString());
		}
		catch (IOException ex) {
			throw new UncheckedIOException(method + " " + path, ex);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException(ex);
		}
	}

	HttpResponse<String> get(String path) {
		return send("GET", path, "");
	}

	public JsonNode read(String path) {
		return JSON.readTree(get(path).body());
	}

	/**
	 * The server whose page this is, or one that is not.
	 * @param visited which one
	 * @return its port and its process id
	 */
	public JsonNode server(boolean visited) {
		return read("/servers").valueStream()
			.filter((server) -> (server.path("port").asInt() == this.port) == visited)
			.findFirst()
			.orElseThrow();
	}

	String post(String path) {
		return send("POST", path, "").body();
	}

	JsonNode race(String userName, int requests, boolean locked) {
		return JSON.readTree(send("POST", "/races", String.format(Locale.ROOT,
				"{\"userName\":\"%s\",\"requests\":%d,\"locked\":%s}", userName, requests, locked))
			.body());
	}

	Events events() {
		return new Events(uri("/events"));
	}

	private URI uri(String path) {
		return URI.create("http://localhost:" + this.port + path);
	}

	/**
	 * The server-sent events, from now on.
	 */
	static final class Events implements AutoCloseable {

		private final BlockingQueue<Event> received = new LinkedBlockingQueue<>();

		private final Stream<String> lines;

		Events(URI uri) {
			try {
				this.lines = HTTP.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofLines()).body();
			}
			catch (IOException ex) {
				throw new UncheckedIOException(ex);
			}
			catch (InterruptedException ex) {
				Thread.currentThread().interrupt();
				throw new IllegalStateException(ex);
			}
			Thread reader = new Thread(this::read, "events");
			reader.setDaemon(true);
			reader.start();
		}

		private void read() {
			try {
				String name = "";
				for (Iterator<String> remaining = this.lines.iterator(); remaining.hasNext();) {
					String line = remaining.next();
					if (line.startsWith("event:")) {
						name = line.substring("event:".length());
					}
					if (line.startsWith("data:")) {
						this.received.add(new Event(name, JSON.readTree(line.substring("data:".length()))));
					}
				}
			}
			catch (UncheckedIOException ex) {
				// closed
			}
		}

		/**
		 * Waits for an event, and forgets those before it.
		 */
		JsonNode await(String name, Predicate<JsonNode> condition) throws InterruptedException {
			long deadline = System.nanoTime() + Patience.LIMIT.toNanos();
			JsonNode last = null;
			while (true) {
				Event event = this.received.poll(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
				if (event == null) {
					throw new AssertionError("There was no such event \"" + name + "\". The last one: " + last);
				}
				if (event.name().equals(name)) {
					last = event.data();
					if (condition.test(last)) {
						return last;
					}
				}
			}
		}

		@Override
		public void close() {
			this.lines.close();
		}

		private record Event(String name, JsonNode data) {

		}

	}

}
