package io.github.lockstarter.documentation;

import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What sources may log as a warning or worse, as far as it is known before they run. A
 * statement that chooses between two texts is two warnings.
 */
final class Warnings {

	private static final Pattern STATEMENT = Pattern.compile("\\blog(?:ger)?\\s*\\.\\s*(?:warn|error|fatal)\\(");

	private static final Pattern CHOICE = Pattern
		.compile("\\?\\s*(" + Literals.GLUED + ")\\s*:\\s*(" + Literals.GLUED + ")");

	private static final Pattern CALL = Pattern.compile("^\\s*(\\w+)\\.(\\w+)\\(");

	private final List<Path> sources;

	private Warnings(List<Path> sources) {
		this.sources = sources;
	}

	/**
	 * The warnings of some sources, with … for what is not known.
	 */
	static List<String> of(List<Path> sources) {
		Warnings warnings = new Warnings(sources);
		return sources.stream().flatMap((file) -> warnings.in(Documents.text(file))).toList();
	}

	private Stream<String> in(String source) {
		return STATEMENT.matcher(source)
			.results()
			.map((match) -> arguments(source, match.end()))
			.flatMap(Warnings::variants)
			.map(this::text);
	}

	/**
	 * From an opening parenthesis to the one that closes it.
	 */
	private static String arguments(String source, int begin) {
		int open = 1;
		boolean quoted = false;
		for (int i = begin; i < source.length(); i++) {
			char c = source.charAt(i);
			if (c == '"' && source.charAt(i - 1) != '\\') {
				quoted = !quoted;
			}
			else if (!quoted && c == '(') {
				open++;
			}
			else if (!quoted && c == ')' && --open == 0) {
				return source.substring(begin, i);
			}
		}
		throw new IllegalArgumentException("Not closed: " + source.substring(begin));
	}

	private static Stream<String> variants(String arguments) {
		Matcher choice = CHOICE.matcher(arguments);
		if (!choice.find()) {
			return Stream.of(arguments);
		}
		String before = arguments.substring(0, choice.start());
		String after = arguments.substring(choice.end());
		return Stream.of(choice.group(1), choice.group(2)).flatMap((text) -> variants(before + text + after));
	}

	private String text(String arguments) {
		String text = String.join("…", Literals.in(arguments));
		if (!text.isEmpty()) {
			return text;
		}
		Matcher call = CALL.matcher(arguments);
		if (!call.find()) {
			throw new IllegalArgumentException("A warning whose words are not in its statement: " + arguments);
		}
		return String.join("…", Literals.in(method(call.group(1), call.group(2))));
	}

	private String method(String type, String name) {
		String source = this.sources.stream()
			.filter((file) -> file.endsWith(type + ".java"))
			.map(Documents::text)
			.findFirst()
			.orElseThrow(() -> new IllegalArgumentException("A warning whose words are of " + type));
		String body = source.substring(source.indexOf(" " + name + "("));
		return body.substring(0, body.indexOf("\n\t}"));
	}

}
