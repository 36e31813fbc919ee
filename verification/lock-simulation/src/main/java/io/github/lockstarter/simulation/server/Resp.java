package io.github.lockstarter.simulation.server;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * The answers of Redis, as they are spelled on the wire.
 */
final class Resp {

	private Resp() {
	}

	static String error(String text) {
		return "-" + text + "\r\n";
	}

	/**
	 * A text, a number, a list of such, a status, an error, or nothing.
	 */
	static String reply(@Nullable Object value) {
		if (value == null) {
			return "$-1\r\n";
		}
		if (value instanceof Long number) {
			return ":" + number + "\r\n";
		}
		if (value instanceof Status status) {
			return "+" + status.text() + "\r\n";
		}
		if (value instanceof Failure failure) {
			return error(failure.text());
		}
		if (value instanceof List<?> list) {
			List<String> parts = new ArrayList<>();
			list.forEach((part) -> parts.add(reply(part)));
			return "*" + parts.size() + "\r\n" + String.join("", parts);
		}
		String text = value.toString();
		return "$" + text.getBytes(StandardCharsets.UTF_8).length + "\r\n" + text + "\r\n";
	}

	/**
	 * An answer that is a word.
	 *
	 * @param text the word
	 */
	record Status(String text) {

		static final Status OK = new Status("OK");

	}

	/**
	 * An answer that is an error.
	 *
	 * @param text what it says, beginning with its kind
	 */
	record Failure(String text) {

	}

}
