package io.github.lockstarter.key;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

final class ClosestName {

	private ClosestName() {
	}

	// by the fewest letters, if they are few for the length of the name
	static Optional<String> to(String misspelt, Collection<String> names) {
		int most = Math.max(1, misspelt.length() / 3);
		return names.stream()
			.filter((name) -> distance(misspelt, name) <= most)
			.min(Comparator.<String>comparingInt((name) -> distance(misspelt, name))
				.thenComparing(Comparator.naturalOrder()));
	}

	// letters that are added, left out, changed or swapped with their neighbour
	private static int distance(String one, String other) {
		String from = one.toLowerCase(Locale.ROOT);
		String to = other.toLowerCase(Locale.ROOT);
		int[][] steps = new int[from.length() + 1][to.length() + 1];
		for (int i = 0; i <= from.length(); i++) {
			for (int j = 0; j <= to.length(); j++) {
				steps[i][j] = (i == 0 || j == 0) ? i + j : least(steps, i, j, from, to);
			}
		}
		return steps[from.length()][to.length()];
	}

	private static int least(int[][] steps, int i, int j, String from, String to) {
		boolean same = from.charAt(i - 1) == to.charAt(j - 1);
		int least = Math.min(steps[i - 1][j - 1] + (same ? 0 : 1), Math.min(steps[i - 1][j], steps[i][j - 1]) + 1);
		boolean swapped = i > 1 && j > 1 && from.charAt(i - 1) == to.charAt(j - 2)
				&& from.charAt(i - 2) == to.charAt(j - 1);
		return swapped ? Math.min(least, steps[i - 2][j - 2] + 1) : least;
	}

}
