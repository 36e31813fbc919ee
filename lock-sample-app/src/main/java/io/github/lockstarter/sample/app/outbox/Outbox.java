package io.github.lockstarter.sample.app.outbox;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;

import org.springframework.core.env.Environment;
import org.springframework.stereotype.Component;

import io.github.lockstarter.sample.app.data.SharedData;

/**
 * The messages that wait, and the last twenty that were sent. A leader that dies between
 * the two steps of {@link #send} leaves a message to be sent once more.
 */
@Component
class Outbox {

	private static final String NUMBER = "sample:message-number";

	private static final String WAITING = "sample:message:";

	private static final String SENT = "sample:sent-messages";

	private static final int LENGTH = 20;

	private static final Duration TIME = Duration.ofHours(1);

	private final SharedData data;

	private final Environment environment;

	Outbox(SharedData data, Environment environment) {
		this.data = data;
		this.environment = environment;
	}

	void add(String text) {
		this.data.put(WAITING + this.data.increment(NUMBER, TIME), text, TIME);
	}

	// In the order in which they came
	List<String> waiting() {
		return this.data.keys(WAITING)
			.stream()
			.sorted(Comparator.comparingLong((key) -> Long.parseLong(key.substring(WAITING.length()))))
			.toList();
	}

	void send(String message, long fencingToken) {
		this.data.value(message).ifPresent((text) -> {
			this.data.append(SENT, fencingToken + " " + server() + " " + text);
			this.data.keepLast(SENT, LENGTH);
		});
		this.data.delete(message);
	}

	// read for each message, because the port is known only when the server runs
	private String server() {
		return this.environment.getRequiredProperty("local.server.port");
	}

	List<Sent> sent() {
		return this.data.entries(SENT).stream().map(Sent::of).toList();
	}

	record Sent(String text, String server, long fencingToken) {

		private static Sent of(String entry) {
			String[] parts = entry.split(" ", 3);
			return new Sent(parts[2], "server " + parts[1], Long.parseLong(parts[0]));
		}

	}

}
