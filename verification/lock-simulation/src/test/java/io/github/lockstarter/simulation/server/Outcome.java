package io.github.lockstarter.simulation.server;

import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.simulation.server.Resp.Failure;

/**
 * All that a step does to those who are connected to a server, and to its memory.
 *
 * @param reply what its caller is answered
 * @param messages what each subscription was told, in its order
 * @param keys all keys that are there afterwards
 */
record Outcome(@Nullable Object reply, Map<String, List<String>> messages, Map<String, Key> keys) {

	/**
	 * The same, with the errors of Lua as alike as two makers of Lua word them.
	 */
	Outcome comparable() {
		return (this.reply instanceof Failure failure) ? new Outcome(
				new Failure(kind(failure).equals("ERR") ? "ERR" : failure.text()), this.messages, this.keys) : this;
	}

	/**
	 * The first word of the reply: a status, or of what kind the error is.
	 */
	String status() {
		if (this.reply instanceof Failure failure) {
			return kind(failure);
		}
		return (this.reply instanceof List<?> list && !list.isEmpty()) ? String.valueOf(list.get(0)) : "";
	}

	/**
	 * The first word of an error. The line of a script is none.
	 */
	static String kind(Failure failure) {
		String first = failure.text().split(" ", 2)[0];
		return first.matches("[A-Z]+") ? first : "ERR";
	}

	/**
	 * A key.
	 *
	 * @param value a text, or fields and their values
	 * @param ends the last millisecond of its life, -1 if it lives for ever
	 */
	record Key(Object value, long ends) {

		/**
		 * A field of a hash.
		 */
		@Nullable String field(String name) {
			return (this.value instanceof Map<?, ?> fields && fields.get(name) instanceof String text) ? text : null;
		}

	}

}
