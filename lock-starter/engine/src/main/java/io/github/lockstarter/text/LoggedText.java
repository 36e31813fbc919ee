package io.github.lockstarter.text;

import java.nio.charset.StandardCharsets;

/**
 * Makes text from outside, above all lock names, safe for log lines and exception
 * messages: printable, on one line, and not too long. A key often comes from a request,
 * whose sender could otherwise forge log lines. A name may be personal data: with
 * {@link #hashNames} it is written as its hash.
 */
public final class LoggedText {

	// Long enough for any name chosen by a person.
	private static final int LONGEST_NAME = 200;

	private static final int LONGEST_TEXT = 1_000;

	// Similar names often differ at their end.
	private static final int TAIL = 40;

	// Few enough to read aloud; two of ten thousand names are equal once in five million
	// cases.
	private static final int HASH_DIGITS = 12;

	// For the whole JVM: exceptions and requests make their text without an application,
	// and all applications of a JVM usually share a log.
	private static volatile boolean hashNames;

	private LoggedText() {
	}

	/**
	 * Sets whether {@link #name} and {@link #recorded} return hashes, in all applications
	 * of this JVM.
	 * @param hash whether names are hashed
	 */
	public static void hashNames(boolean hash) {
		hashNames = hash;
	}

	/**
	 * Returns a lock name for a log line or a message.
	 * @param name the name
	 * @return the name, safe and not too long, or its hash
	 */
	public static String name(String name) {
		return hashNames ? hash(name) : cut(escaped(name), LONGEST_NAME);
	}

	/**
	 * Returns a lock name for a trace, which keeps any text.
	 * @param name the name
	 * @return the name as it is, or its hash
	 */
	public static String recorded(String name) {
		return hashNames ? hash(name) : name;
	}

	private static String hash(String name) {
		return "#" + Sha256.of(name.getBytes(StandardCharsets.UTF_8)).substring(0, HASH_DIGITS);
	}

	public static String of(String text) {
		return cut(escaped(text), LONGEST_TEXT);
	}

	private static String cut(String text, int longest) {
		if (text.length() <= longest) {
			return text;
		}
		int head = boundary(text, longest - TAIL);
		int tail = boundary(text, text.length() - TAIL);
		return text.substring(0, head) + "...(" + (tail - head) + " more)..." + text.substring(tail);
	}

	private static int boundary(String text, int index) {
		return Character.isLowSurrogate(text.charAt(index)) ? index - 1 : index;
	}

	private static String escaped(String text) {
		// most text is plain and is not copied
		for (int i = 0; i < text.length(); i++) {
			if (isUnsafe(text, i)) {
				return escaped(text, i);
			}
		}
		return text;
	}

	private static String escaped(String text, int first) {
		StringBuilder safe = new StringBuilder(text.length() + 16).append(text, 0, first);
		for (int i = first; i < text.length(); i++) {
			char c = text.charAt(i);
			if (!isUnsafe(text, i)) {
				safe.append(c);
				continue;
			}
			switch (c) {
				case '\n' -> safe.append("\\n");
				case '\r' -> safe.append("\\r");
				case '\t' -> safe.append("\\t");
				default -> safe.append(String.format("\\u%04x", (int) c));
			}
		}
		return safe.toString();
	}

	// A character that ends the line, moves the cursor, changes the direction of the
	// text, or is invalid.
	private static boolean isUnsafe(String text, int index) {
		char c = text.charAt(index);
		if (c < 0x7f) {
			return c < ' ';
		}
		return switch (Character.getType(c)) {
			case Character.CONTROL, Character.FORMAT, Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR -> true;
			case Character.SURROGATE -> !isPaired(text, index);
			default -> false;
		};
	}

	private static boolean isPaired(String text, int index) {
		return Character.isHighSurrogate(text.charAt(index))
				? index + 1 < text.length() && Character.isLowSurrogate(text.charAt(index + 1))
				: index > 0 && Character.isHighSurrogate(text.charAt(index - 1));
	}

}
