package io.github.lockstarter.simulation.scale;

import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;

/**
 * A command that asks for a scale: its words, and who is told what was seen.
 */
final class ScaleCommand {

	private final Map<String, String> words;

	private final Consumer<String> reader;

	private final long seed;

	ScaleCommand(Map<String, String> words, Consumer<String> reader) {
		this.words = words;
		this.reader = reader;
		this.seed = words.containsKey("seed") ? Long.parseLong(words.get("seed"))
				: ThreadLocalRandom.current().nextInt(1_000_000_000);
	}

	/**
	 * What decides everything: said, or by chance.
	 */
	long seed() {
		return this.seed;
	}

	int number(String word, int usual) {
		return Integer.parseInt(this.words.getOrDefault(word, Integer.toString(usual)));
	}

	/**
	 * Whether a word has that value, or is not said at all.
	 */
	boolean says(String word, String value) {
		return this.words.getOrDefault(word, value).equals(value);
	}

	void tell(String format, Object... values) {
		this.reader.accept(String.format(Locale.ROOT, format, values));
	}

}
