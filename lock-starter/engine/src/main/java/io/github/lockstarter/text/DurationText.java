package io.github.lockstarter.text;

import java.time.Duration;

/**
 * Formats durations as in annotations and in the configuration: {@code 500ms},
 * {@code 3s}, {@code -1s}.
 */
public final class DurationText {

	// Longer durations do not fit into nanoseconds.
	private static final Duration LONGEST = Duration.ofDays(100_000);

	private DurationText() {
	}

	// A whole number with the largest possible unit, 0 for none.
	public static String of(Duration duration) {
		if (duration.compareTo(LONGEST) > 0 || duration.compareTo(LONGEST.negated()) < 0) {
			return duration.toString();
		}
		if (duration.getNano() % 1_000_000 != 0) {
			boolean micros = duration.getNano() % 1_000 == 0;
			return micros ? duration.toNanos() / 1_000 + "us" : duration.toNanos() + "ns";
		}
		long seconds = duration.toSeconds();
		if (duration.getNano() != 0) {
			return duration.toMillis() + "ms";
		}
		if (seconds == 0) {
			return "0";
		}
		if (seconds % 86_400 == 0) {
			return seconds / 86_400 + "d";
		}
		if (seconds % 3_600 == 0) {
			return seconds / 3_600 + "h";
		}
		return (seconds % 60 == 0) ? seconds / 60 + "m" : seconds + "s";
	}

	// Whole milliseconds, at least one.
	public static String lasted(Duration duration) {
		return of(Duration.ofMillis(Math.max(1, duration.toMillis())));
	}

}
