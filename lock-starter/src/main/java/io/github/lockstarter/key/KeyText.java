package io.github.lockstarter.key;

import java.time.Instant;
import java.util.Arrays;
import java.util.Collection;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.BaseStream;

import org.jspecify.annotations.Nullable;
import org.springframework.util.ObjectUtils;

import io.github.lockstarter.InvalidLockKeyException;

/**
 * Turns the value of a key expression into text that is the same on every server, or
 * refuses it: a value that reads differently each time would exclude nobody.
 */
final class KeyText {

	private final LockedMethod method;

	private final String expression;

	KeyText(LockedMethod method, String expression) {
		this.method = method;
		this.expression = expression;
	}

	/**
	 * The keys of a collection or an array, or the one key of anything else.
	 */
	List<String> ofAll(@Nullable Object value) {
		if (value instanceof Optional<?> optional) {
			return ofAll(optional.orElse(null));
		}
		Collection<?> values;
		if (value instanceof Collection<?> collection) {
			values = collection;
		}
		else if (value != null && value.getClass().isArray() && !(value instanceof byte[])
				&& !(value instanceof char[])) {
			values = Arrays.asList(ObjectUtils.toObjectArray(value));
		}
		else {
			return List.of(of(value));
		}
		if (values.isEmpty()) {
			throw refused("is empty, so that there is nothing to lock",
					"Refuse such a call before it gets here, or run it without the lock with a condition");
		}
		return values.stream().map(this::of).toList();
	}

	String of(@Nullable Object value) {
		if (value instanceof Optional<?> optional) {
			return of(optional.orElse(null));
		}
		if (value == null) {
			throw refused("is null", "Refuse such a call before it gets here, or give the key a value, such as with "
					+ "\"" + this.expression + " ?: 'none'\"");
		}
		if (value instanceof Collection || value instanceof Map || value instanceof BaseStream
				|| value.getClass().isArray()) {
			throw refused("is a " + value.getClass().getTypeName(),
					"Use an expression for a single value, or for a collection or array of such values");
		}
		String text = textOf(value);
		if (text == null || text.isBlank()) {
			throw refused("is blank text", "Refuse such a call before it gets here, or use another expression");
		}
		return text;
	}

	private @Nullable String textOf(Object value) {
		if (value instanceof Enum<?> constant) {
			return constant.name(); // its toString is for people
		}
		if (value instanceof Date date) {
			// toString depends on the time zone of the server
			return Instant.ofEpochMilli(date.getTime()).toString();
		}
		String text = value.toString();
		if (isIdentity(value, text)) {
			throw refused("is a " + value.getClass().getTypeName() + " without a toString() of its own",
					"Each object would be a lock of its own: use a property that identifies it, such as \""
							+ this.expression + ".id\", or implement toString()");
		}
		return text;
	}

	private static boolean isIdentity(Object value, @Nullable String text) {
		// by the text, because a proxy may pass the call on to its target
		return text != null && text.endsWith("@" + Integer.toHexString(value.hashCode()));
	}

	private InvalidLockKeyException refused(String what, String change) {
		return new InvalidLockKeyException(this.method.name(),
				"The key expression \"" + this.expression + "\" of " + this.method + " " + what + ". " + change + ".");
	}

}
