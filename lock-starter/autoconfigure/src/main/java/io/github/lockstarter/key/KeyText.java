package io.github.lockstarter.key;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.stream.BaseStream;

import org.jspecify.annotations.Nullable;
import org.springframework.util.ObjectUtils;

import io.github.lockstarter.InvalidLockKeyException;
import io.github.lockstarter.text.StableText;
import io.github.lockstarter.text.UnclearValueException;

/**
 * Turns the value of a key expression into text that is the same in every instance.
 */
final class KeyText {

	private final LockedMethod method;

	private final String expression;

	private final @Nullable ClassLoader addresses;

	// addresses: loads the classes of addresses in the text; null if there can be none
	KeyText(LockedMethod method, String expression, @Nullable ClassLoader addresses) {
		this.method = method;
		this.expression = expression;
		this.addresses = addresses;
	}

	// one key for each element, or one for any other value
	List<String> ofAll(@Nullable Object value) {
		if (value instanceof Optional<?> optional) {
			return ofAll(optional.orElse(null));
		}
		Collection<?> values;
		if (value instanceof Collection<?> collection) {
			values = collection;
		}
		else if (value != null && value.getClass().isArray()) {
			values = idsOf(value);
		}
		else {
			return List.of(of(value));
		}
		if (values.isEmpty()) {
			throw refused("is empty, so that there is nothing to lock",
					"Refuse such a call before it gets here, or run it without the lock with a condition");
		}
		if (values.stream().anyMatch((one) -> contentOf(one) == null)) {
			throw refused("has null among its keys", "Refuse such a call before it gets here, leave such keys out, or "
					+ "give each part a value, such as with \"{#one ?: 'none', #other}\"");
		}
		return values.stream().map(this::of).toList();
	}

	// An array of bytes or characters is one value in pieces; measurements and flags
	// identify nothing.
	private Collection<?> idsOf(Object array) {
		Class<?> type = array.getClass().getComponentType();
		if (type == byte.class || type == Byte.class) {
			throw refused("is a " + array.getClass().getTypeName() + ", which would be one lock for each byte",
					"Use \"T(java.util.HexFormat).of().formatHex(" + this.expression + ")\" for all of them");
		}
		if (type == char.class || type == Character.class) {
			throw refused("is a " + array.getClass().getTypeName() + ", which would be one lock for each character",
					"Use \"new String(" + this.expression + ")\" for all of them");
		}
		if (type == boolean.class || type == float.class || type == double.class) {
			throw refused("is a " + array.getClass().getTypeName() + ", which would be one lock for each of its values",
					"Use an expression for a single value, or for a collection or array of ids");
		}
		return Arrays.asList(ObjectUtils.toObjectArray(array));
	}

	String of(@Nullable Object value) {
		Object content = contentOf(value);
		if (content == null) {
			throw refused("is null", "Refuse such a call before it gets here, or give the key a value, such as with "
					+ "\"" + this.expression + " ?: 'none'\"");
		}
		if (content instanceof Collection || content instanceof Map || content instanceof BaseStream
				|| content.getClass().isArray()) {
			throw refused("is a " + content.getClass().getTypeName(),
					"Use an expression for a single value, or for a collection or array of such values");
		}
		String text = textOf(content);
		if (StableText.isBlank(text)) {
			throw refused("is blank text", "Refuse such a call before it gets here, or use another expression");
		}
		return text;
	}

	private static @Nullable Object contentOf(@Nullable Object value) {
		if (value instanceof Optional<?> optional) {
			return contentOf(optional.orElse(null));
		}
		if (value instanceof OptionalInt optional) {
			return optional.isPresent() ? optional.getAsInt() : null;
		}
		if (value instanceof OptionalLong optional) {
			return optional.isPresent() ? optional.getAsLong() : null;
		}
		if (value instanceof OptionalDouble optional) {
			return optional.isPresent() ? optional.getAsDouble() : null;
		}
		return value;
	}

	private String textOf(Object value) {
		try {
			return (value instanceof String text && this.addresses != null) ? StableText.made(text, this.addresses)
					: StableText.of(value, this.expression);
		}
		catch (UnclearValueException ex) {
			throw refused(ex);
		}
		catch (RuntimeException ex) {
			throw InvalidKeys.of(this.method, this.expression,
					"has a " + value.getClass().getTypeName() + " with text that cannot be read: " + ex, "Correct it",
					ex);
		}
	}

	InvalidLockKeyException refused(UnclearValueException unclear) {
		return refused(unclear.reason(), unclear.action());
	}

	private InvalidLockKeyException refused(String what, String change) {
		return InvalidKeys.of(this.method, this.expression, what, change, null);
	}

}
