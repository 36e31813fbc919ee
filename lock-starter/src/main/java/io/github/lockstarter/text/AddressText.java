package io.github.lockstarter.text;

import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.springframework.util.ClassUtils;

/**
 * Finds, in a text that somebody else has put together, what {@link Object#toString()}
 * says of an object: its class and its hash, which differs from object to object. The
 * class must exist, so that the address of a person is not taken for one.
 */
final class AddressText {

	private static final Pattern CANDIDATE = Pattern
		.compile("(\\[+(?:[ZBCSIJFD]|L[\\w.$/]+;)|(?:[\\w$]+\\.)+[\\w$]+(?:/0x[0-9a-f]+)?)(@[0-9a-f]{1,8})(?![\\w.])");

	// A text with more of them is no accident: each is a look for a class.
	private static final int MOST_CANDIDATES = 8;

	private AddressText() {
	}

	/**
	 * The first of them in what an object says of itself. It may call itself by its class
	 * and an id.
	 * @param value the object
	 * @param text what it says
	 * @return the class and the hash, or null
	 */
	static @Nullable String in(Object value, String text) {
		if (text.indexOf('@') < 0) {
			return null;
		}
		String name = value.getClass().getName() + "@";
		String own = name + Integer.toHexString(value.hashCode());
		return text.contains(own) ? own : in(text.replace(name, ""), value.getClass().getClassLoader());
	}

	/**
	 * The first of them.
	 * @param text the text
	 * @param classLoader knows the classes of the application
	 * @return the class and the hash, or null
	 */
	static @Nullable String in(String text, @Nullable ClassLoader classLoader) {
		if (text.indexOf('@') < 0) {
			return null;
		}
		return CANDIDATE.matcher(text)
			.results()
			.limit(MOST_CANDIDATES)
			.flatMap((candidate) -> namesIn(candidate.group(1)).filter((name) -> isOfClass(name, classLoader))
				.map((name) -> name + candidate.group(2)))
			.findFirst()
			.orElse(null);
	}

	/**
	 * What may be the name of a class: something may stand before it without a space.
	 */
	private static Stream<String> namesIn(String name) {
		return name.startsWith("[") ? Stream.of(name)
				: IntStream.range(0, name.lastIndexOf('.'))
					.filter((index) -> index < name.indexOf('.') || name.charAt(index - 1) == '.')
					.mapToObj(name::substring);
	}

	private static boolean isOfClass(String name, @Nullable ClassLoader classLoader) {
		// no loader finds the class of a lambda or of a proxy by its name
		return name.startsWith("[") || name.contains("$$Lambda") || name.contains("$Proxy")
				|| ClassUtils.isPresent(name, classLoader);
	}

}
