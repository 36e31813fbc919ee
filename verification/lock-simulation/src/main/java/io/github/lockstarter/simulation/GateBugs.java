package io.github.lockstarter.simulation;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;

/**
 * The seeded bugs that the gate makes, one for each check, as {@code gate-bugs.txt} lists
 * them.
 */
final class GateBugs {

	private static final String FILE = "/gate-bugs.txt";

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
		return new Entry(words[0], Level.valueOf(words[1].toUpperCase(Locale.ROOT)), words[2]);
	}

	/**
	 * One of them.
	 *
	 * @param check the check that has to see it
	 * @param level where it is made
	 * @param bug its name
	 */
	record Entry(String check, Level level, String bug) {

	}

}
