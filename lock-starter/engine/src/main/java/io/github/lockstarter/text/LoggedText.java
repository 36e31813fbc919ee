package io.github.lockstarter.text;

/**
 * Makes text from outside, above all lock names, safe for log lines and exception
 * messages: printable, on one line, and not too long. A key often comes from a request,
 * whose sender could otherwise forge log lines.
 */
public final class LoggedText {

	// Long enough for any name chosen by a person.
	private static final int LONGEST_NAME = 200;

	private static final int LONGEST_TEXT = 1_000;

	// Similar names often differ at their end.
	private static final int TAIL = 40;

	private LoggedText() {
	}

	public static String name(String name) {
		return cut(escaped(name), LONGEST_NAME);
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
