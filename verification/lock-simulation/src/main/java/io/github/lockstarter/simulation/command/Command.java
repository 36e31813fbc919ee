package io.github.lockstarter.simulation.command;

import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;

/**
 * A command that asks for a crowd or a measurement: its words, and who is told what was
 * seen.
 */
public final class Command {

	private final Map<String, String> words;

	private final Consumer<String> reader;

	private final long seed;

	/**
	 * Reads a command.
	 * @param words the words with their values
	 * @param reader gets each line of what is to be told
	 */
	public Command(Map<String, String> words, Consumer<String> reader) {
		this.words = words;
		this.reader = reader;
		this.seed = words.containsKey("seed") ? Long.parseLong(words.get("seed"))
				: ThreadLocalRandom.current().nextInt(1_000_000_000);
	}

	/**
	 * What decides everything: said, or by chance.
	 * @return the seed
	 */
	public long seed() {
		return this.seed;
	}

	/**
	 * The number that a word has.
	 * @param word the word
	 * @param usual what it is if the word is not said
	 * @return the number
	 */
	public int number(String word, int usual) {
		return Integer.parseInt(this.words.getOrDefault(word, Integer.toString(usual)));
	}

	/**
	 * Whether a word has that value, or is not said at all.
	 * @param word the word
	 * @param value the value
	 * @return whether it has
	 */
	public boolean says(String word, String value) {
		return this.words.getOrDefault(word, value).equals(value);
	}

	/**
	 * Tells a line.
	 * @param format its format
	 * @param values what is in it
	 */
	public void tell(String format, Object... values) {
		this.reader.accept(String.format(Locale.ROOT, format, values));
	}

}
