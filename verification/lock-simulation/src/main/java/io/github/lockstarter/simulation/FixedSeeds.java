package io.github.lockstarter.simulation;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * The seeds that the gate runs on each level, as {@code fixed-seeds.txt} lists them.
 */
final class FixedSeeds {

	private static final String FILE = "/fixed-seeds.txt";

	private FixedSeeds() {
	}

	/**
	 * Reads the list.
	 * @throws IllegalStateException if a line cannot be read, or a level has no seeds
	 */
	static Map<Level, List<Long>> read() {
		try (InputStream stream = FixedSeeds.class.getResourceAsStream(FILE)) {
			return parse(new String(stream.readAllBytes(), StandardCharsets.UTF_8));
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	static Map<Level, List<Long>> parse(String text) {
		Map<Level, List<Long>> seeds = new EnumMap<>(Level.class);
		text.lines().filter((line) -> !line.isBlank() && !line.startsWith("#")).forEach((line) -> {
			String[] words = line.strip().split("\\s+");
			try {
				seeds.merge(Level.valueOf(words[0].toUpperCase(Locale.ROOT)),
						Stream.of(words).skip(1).flatMapToLong(FixedSeeds::range).boxed().toList(),
						(some, more) -> Stream.concat(some.stream(), more.stream()).toList());
			}
			catch (IllegalArgumentException ex) {
				throw new IllegalStateException("Not a level and its seeds: " + line, ex);
			}
		});
		for (Level level : Level.values()) {
			if (seeds.getOrDefault(level, List.of()).isEmpty()) {
				throw new IllegalStateException("No fixed seeds for level " + level);
			}
		}
		return seeds;
	}

	private static LongStream range(String word) {
		String[] ends = word.split("-");
		return LongStream.rangeClosed(Long.parseLong(ends[0]), Long.parseLong(ends[ends.length - 1]));
	}

}
