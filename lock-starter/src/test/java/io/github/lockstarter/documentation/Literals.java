package io.github.lockstarter.documentation;

import java.util.List;
import java.util.regex.Pattern;

/**
 * The texts in a source.
 */
final class Literals {

	/**
	 * One or more of them, glued together.
	 */
	static final String GLUED = "\"(?:[^\"\\\\\n]|\\\\.)*\"(?:\\s*\\+\\s*\"(?:[^\"\\\\\n]|\\\\.)*\")*";

	private static final Pattern LITERALS = Pattern.compile(GLUED);

	private Literals() {
	}

	/**
	 * The texts, those that are glued together as one.
	 */
	static List<String> in(String source) {
		return LITERALS.matcher(source)
			.results()
			.map((match) -> match.group()
				.replaceAll("\"\\s*\\+\\s*\"", "")
				.replaceAll("^\"|\"$", "")
				.replace("\\\"", "\""))
			.toList();
	}

}
