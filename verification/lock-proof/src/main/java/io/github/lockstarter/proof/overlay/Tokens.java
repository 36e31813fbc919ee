package io.github.lockstarter.proof.overlay;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A part of a source as tokens. White space, line breaks and comments do not count, nor
 * does where a long text is cut into several literals, so a formatter may do with the
 * source what it likes.
 */
final class Tokens {

	private static final String TEXT = "\"(?:[^\"\\\\\n]|\\\\.)*\"|'(?:[^'\\\\\n]|\\\\.)*'";

	private static final String REST = "[\\w$]+|\\S";

	private static final Pattern JAVA = Pattern.compile("(//[^\n]*|/\\*.*?\\*/)|(" + TEXT + ")|" + REST,
			Pattern.DOTALL);

	private static final Pattern LUA = Pattern.compile("(--[^\n]*)|(" + TEXT + ")|" + REST);

	private static final Pattern WORDS = Pattern.compile("\\\\.|" + REST);

	private final List<Token> tokens;

	private Tokens(List<Token> tokens) {
		this.tokens = tokens;
	}

	static Tokens ofJava(String source, int from, int to) {
		return new Tokens(read(JAVA, "+", source, from, to));
	}

	static Tokens ofLua(String source, int from, int to) {
		return new Tokens(read(LUA, "..", source, from, to));
	}

	private static List<Token> read(Pattern pattern, String join, String source, int from, int to) {
		List<Token> tokens = new ArrayList<>();
		Matcher matcher = pattern.matcher(source).region(from, to);
		while (matcher.find()) {
			if (matcher.group(2) != null) {
				readText(source, matcher.start(), matcher.end(), join, tokens);
			}
			else if (matcher.group(1) == null) {
				tokens.add(new Token(matcher.group(), matcher.start(), matcher.end()));
			}
		}
		return tokens;
	}

	/**
	 * A text is read word by word. One that follows another behind a plus continues it.
	 */
	private static void readText(String source, int from, int to, String join, List<Token> tokens) {
		int last = tokens.size() - 1;
		if (last > 0 && tokens.get(last).text().equals(join) && tokens.get(last - 1).isQuote()) {
			tokens.subList(last - 1, last + 1).clear();
		}
		else {
			tokens.add(new Token(source.substring(from, from + 1), from, from + 1));
		}
		Matcher words = WORDS.matcher(source).region(from + 1, to - 1);
		while (words.find()) {
			tokens.add(new Token(words.group(), words.start(), words.end()));
		}
		tokens.add(new Token(source.substring(to - 1, to), to - 1, to));
	}

	/**
	 * Where these tokens contain others.
	 */
	List<Place> find(Tokens wanted) {
		List<String> texts = wanted.texts();
		List<String> own = texts();
		List<Place> places = new ArrayList<>();
		for (int i = 0; i + texts.size() <= own.size(); i++) {
			if (own.subList(i, i + texts.size()).equals(texts)) {
				places.add(new Place(this.tokens.get(i).start(), this.tokens.get(i + texts.size() - 1).end()));
			}
		}
		return places;
	}

	boolean isEmpty() {
		return this.tokens.isEmpty();
	}

	private List<String> texts() {
		return this.tokens.stream().map(Token::text).toList();
	}

	/**
	 * A part of the source.
	 *
	 * @param start where it begins
	 * @param end where it ends
	 */
	record Place(int start, int end) {

	}

	private record Token(String text, int start, int end) {

		boolean isQuote() {
			return this.text.equals("\"");
		}

	}

}
