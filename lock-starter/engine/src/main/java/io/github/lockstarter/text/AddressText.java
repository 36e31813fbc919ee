package io.github.lockstarter.text;

import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

/**
 * Finds the default text of {@link Object#toString()}, a class and a hash that differs
 * from object to object, in a text of the application; the class must exist, so that no
 * email address is found.
 */
final class AddressText {

	private static final Pattern CANDIDATE = Pattern
		.compile("(\\[+(?:[ZBCSIJFD]|L[\\w.$/]+;)|(?:[\\w$]+\\.)+[\\w$]+(?:/0x[0-9a-f]+)?)(@[0-9a-f]{1,8})(?![\\w.])");

	// More of them are no accident, and each costs a class lookup.
	private static final int MOST_CANDIDATES = 8;

	private AddressText() {
	}

	// The object may identify itself by its class and an id.
	static @Nullable String in(Object value, String text) {
		if (text.indexOf('@') < 0) {
			return null;
		}
		String name = value.getClass().getName() + "@";
		String own = name + Integer.toHexString(value.hashCode());
		return text.contains(own) ? own : in(text.replace(name, ""), value.getClass().getClassLoader());
	}

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

	// Candidates for class names: other text may precede the name without a space.
	private static Stream<String> namesIn(String name) {
		return name.startsWith("[") ? Stream.of(name)
				: IntStream.range(0, name.lastIndexOf('.'))
					.filter((index) -> index < name.indexOf('.') || name.charAt(index - 1) == '.')
					.mapToObj(name::substring);
	}

	private static boolean isOfClass(String name, @Nullable ClassLoader classLoader) {
		// no loader finds the class of a lambda or of a proxy by its name
		return name.startsWith("[") || name.contains("$$Lambda") || name.contains("$Proxy")
				|| isPresent(name, classLoader);
	}

	// not initialized: a text must not run code
	private static boolean isPresent(String name, @Nullable ClassLoader classLoader) {
		try {
			Class.forName(name, false, (classLoader != null) ? classLoader : ClassLoader.getSystemClassLoader());
			return true;
		}
		catch (ClassNotFoundException | LinkageError ex) {
			return false;
		}
	}

}
