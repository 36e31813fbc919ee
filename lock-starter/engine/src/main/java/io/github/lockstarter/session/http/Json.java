package io.github.lockstarter.session.http;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * A JSON value as servers of locks write it. Missing values read as zero, false or empty,
 * because etcd omits those; 64-bit numbers may be strings; bytes are Base64.
 */
public final class Json {

	private static final Json NOTHING = new Json(null);

	// Map, List or String; numbers and booleans as they are written.
	private final @Nullable Object value;

	private Json(@Nullable Object value) {
		this.value = value;
	}

	/**
	 * Reads a document.
	 * @param text the document
	 * @return its value
	 * @throws IllegalArgumentException if it is no JSON
	 */
	public static Json of(String text) {
		return new Json(new Reader(text).document());
	}

	/**
	 * The value of a field.
	 * @param name the name of the field
	 * @return its value, never null
	 */
	public Json at(String name) {
		Object found = (this.value instanceof Map<?, ?> map) ? map.get(name) : null;
		return (found != null) ? new Json(found) : NOTHING;
	}

	/**
	 * Whether the document has this value.
	 * @return false for a missing value, and for null outside an object or array
	 */
	public boolean isThere() {
		return this.value != null;
	}

	/**
	 * The items of an array.
	 * @return the items, none if it is no array
	 */
	public List<Json> items() {
		return (this.value instanceof List<?> list) ? list.stream().map(Json::new).toList() : List.of();
	}

	/**
	 * The value as text.
	 * @return the text, empty if it is missing
	 */
	public String text() {
		return (this.value instanceof String text) ? text : "";
	}

	/**
	 * The value as a number.
	 * @return the number, zero if it is missing
	 */
	public long number() {
		return text().isEmpty() ? 0 : Long.parseLong(text());
	}

	/**
	 * The value as a boolean.
	 * @return whether it is true
	 */
	public boolean isTrue() {
		return text().equals("true");
	}

	/**
	 * The text that is encoded as Base64.
	 * @return the text, empty if it is missing
	 */
	public String decoded() {
		return new String(Base64.getDecoder().decode(text()), StandardCharsets.UTF_8);
	}

	/**
	 * Writes a text as the Base64 of its UTF-8 bytes.
	 * @param text the text
	 * @return a string of JSON
	 */
	public static String encoded(String text) {
		return '"' + Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8)) + '"';
	}

	/**
	 * Writes a text.
	 * @param text the text
	 * @return a string of JSON
	 */
	public static String quoted(String text) {
		StringBuilder quoted = new StringBuilder("\"");
		for (char c : text.toCharArray()) {
			if (c == '"' || c == '\\' || c < ' ' || Character.isSurrogate(c)) {
				quoted.append(String.format("\\u%04x", (int) c));
			}
			else {
				quoted.append(c);
			}
		}
		return quoted.append('"').toString();
	}

	private static final class Reader {

		private static final int DEEPEST = 32;

		private final String text;

		private int next;

		private int depth;

		Reader(String text) {
			this.text = text;
		}

		@Nullable Object document() {
			Object found = value();
			skip();
			if (this.next < this.text.length()) {
				throw unexpected();
			}
			return found;
		}

		private @Nullable Object value() {
			char c = peek();
			if (c == '"') {
				return string();
			}
			if (c != '{' && c != '[') {
				return literal();
			}
			if (++this.depth > DEEPEST) {
				throw unexpected();
			}
			Object found = (c == '{') ? object() : list();
			this.depth--;
			return found;
		}

		private Map<String, Object> object() {
			Map<String, Object> found = new LinkedHashMap<>();
			take('{');
			while (peek() != '}') {
				if (!found.isEmpty()) {
					take(',');
				}
				peek();
				String name = string();
				take(':');
				Object of = value();
				found.put(name, (of != null) ? of : "");
			}
			take('}');
			return found;
		}

		private List<Object> list() {
			List<Object> found = new ArrayList<>();
			take('[');
			while (peek() != ']') {
				if (!found.isEmpty()) {
					take(',');
				}
				Object of = value();
				found.add((of != null) ? of : "");
			}
			take(']');
			return found;
		}

		private @Nullable Object literal() {
			int begin = this.next;
			while (this.next < this.text.length() && "+-.".indexOf(this.text.charAt(this.next)) >= 0
					|| this.next < this.text.length() && Character.isLetterOrDigit(this.text.charAt(this.next))) {
				this.next++;
			}
			if (begin == this.next) {
				throw unexpected();
			}
			String found = this.text.substring(begin, this.next);
			return found.equals("null") ? null : found;
		}

		private String string() {
			StringBuilder found = new StringBuilder();
			take('"');
			while (true) {
				char c = read();
				if (c == '"') {
					return found.toString();
				}
				found.append((c == '\\') ? escaped(read()) : c);
			}
		}

		private char escaped(char c) {
			return switch (c) {
				case 'n' -> '\n';
				case 't' -> '\t';
				case 'r' -> '\r';
				case 'b' -> '\b';
				case 'f' -> '\f';
				case 'u' -> {
					if (this.next + 4 > this.text.length()) {
						throw unexpected();
					}
					this.next += 4;
					yield (char) Integer.parseInt(this.text.substring(this.next - 4, this.next), 16);
				}
				default -> c;
			};
		}

		private void take(char expected) {
			if (peek() != expected) {
				throw unexpected();
			}
			this.next++;
		}

		private char peek() {
			skip();
			if (this.next >= this.text.length()) {
				throw unexpected();
			}
			return this.text.charAt(this.next);
		}

		private char read() {
			if (this.next >= this.text.length()) {
				throw unexpected();
			}
			return this.text.charAt(this.next++);
		}

		private void skip() {
			while (this.next < this.text.length() && Character.isWhitespace(this.text.charAt(this.next))) {
				this.next++;
			}
		}

		private IllegalArgumentException unexpected() {
			return new IllegalArgumentException(
					"No JSON at " + this.next + " of " + this.text.length() + " characters");
		}

	}

}
