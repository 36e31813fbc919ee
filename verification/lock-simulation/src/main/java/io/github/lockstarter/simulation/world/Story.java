package io.github.lockstarter.simulation.world;

import java.util.Locale;
import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;

/**
 * What happens in a world, line by line: for people, and as one number that two runs of
 * the same seed have to agree on (FNV-1a).
 */
public final class Story {

	private static final long PRIME = 0x100000001b3L;

	private final @Nullable Consumer<String> reader;

	private long hash = 0xcbf29ce484222325L;

	/**
	 * Begins a story.
	 * @param reader gets each line; null for nobody
	 */
	public Story(@Nullable Consumer<String> reader) {
		this.reader = reader;
	}

	void tell(long nanos, String what) {
		add(nanos);
		for (int i = 0; i < what.length(); i++) {
			add(what.charAt(i));
		}
		if (this.reader != null) {
			this.reader.accept(String.format(Locale.ROOT, "%12.3f ms  %s", nanos / 1e6, what));
		}
	}

	private void add(long value) {
		this.hash = (this.hash ^ value) * PRIME;
	}

	/**
	 * The story so far.
	 * @return the same number for the same story
	 */
	public long hash() {
		return this.hash;
	}

}
