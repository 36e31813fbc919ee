package io.github.lockstarter.simulation;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;

/**
 * The seeded bugs that the gate makes, one for most checks, as {@code gate-bugs.txt}
 * lists them.
 */
final class GateBugs {

	private static final String FILE = "/gate-bugs.txt";

	private static final String UNIT = "unit";

	private static final long FIRST_SEED = 1;

	private GateBugs() {
	}

	/**
	 * Reads the list.
	 * @throws IllegalStateException if a line cannot be read
	 */
	static List<Entry> read() {
		try (InputStream stream = GateBugs.class.getResourceAsStream(FILE)) {
			return new String(stream.readAllBytes(), StandardCharsets.UTF_8).lines()
				.filter((line) -> !line.isBlank() && !line.startsWith("#"))
				.map(GateBugs::parse)
				.toList();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private static Entry parse(String line) {
		String[] words = line.strip().split("\\s+", 3);
		if (words.length < 3) {
			throw new IllegalStateException("Not a check, a level and a bug: " + line);
		}
		String[] place = words[1].split(":", 2);
		long seed = (place.length == 1) ? FIRST_SEED : Long.parseLong(place[1]);
		return new Entry(words[0], level(place[0]), seed, words[2]);
	}

	private static String level(String word) {
		return word.equals(UNIT) ? UNIT : Level.valueOf(word.toUpperCase(Locale.ROOT)).name().toLowerCase(Locale.ROOT);
	}

	/**
	 * One of them.
	 *
	 * @param check the check that has to see it, or the test class
	 * @param level where it is made: a level of the simulation, or {@code unit}
	 * @param seed the first that runs: where it was seen
	 * @param bug its name
	 */
	record Entry(String check, String level, long seed, String bug) {

		/**
		 * Whether a test class of the starter has to see it.
		 */
		boolean isUnit() {
			return this.level.equals(UNIT);
		}

	}

}
