package io.github.lockstarter.session;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Which places of a queue have the lock. A place is admitted if all places before it are,
 * and its kind allows it beside them. So the admitted places are the first ones; and
 * because places are only added at the end, an admitted place stays admitted, and an
 * outdated queue never shows a place as admitted too early.
 */
final class Admission {

	private Admission() {
	}

	/**
	 * How many places are admitted.
	 */
	static int count(List<Place> line) {
		int admitted = 0;
		while (admitted < line.size() && isNext(line, line.get(admitted).kind(), admitted)) {
			admitted++;
		}
		return admitted;
	}

	/**
	 * Whether the place at this index is admitted; a negative one is none.
	 */
	static boolean isAdmitted(List<Place> line, int index) {
		return index >= 0 && index < count(line);
	}

	/**
	 * Whether a new place at the end would be admitted.
	 */
	static boolean isOpen(List<Place> line, PlaceKind kind) {
		return count(line) == line.size() && isNext(line, kind, line.size());
	}

	// Whether a place is admitted behind so many admitted ones. An exclusive one among
	// them is the first.
	private static boolean isNext(List<Place> line, PlaceKind kind, int admitted) {
		return admitted == 0 || (!line.get(0).kind().isExclusive() && kind.isAdmittedBehind(admitted));
	}

	/**
	 * Places of which one has to be deleted before the place at this index, which is not
	 * admitted, can be: as few as possible, so that a release wakes few waiters.
	 */
	static Set<Place> blockers(List<Place> line, int index) {
		if (line.get(index).kind().isExclusive()) {
			return Set.of(line.get(index - 1));
		}
		for (int before = index - 1; before >= 0; before--) {
			if (line.get(before).kind().isExclusive()) {
				return Set.of(line.get(before));
			}
		}
		// The nearest place that has too many before it: without an exclusive place there
		// is one.
		int full = index;
		while (line.get(full).kind().isAdmittedBehind(full)) {
			full--;
		}
		Set<Place> blockers = new LinkedHashSet<>(line.subList(full - line.get(full).kind().limit(), full));
		if (full != index) {
			blockers.add(line.get(full));
		}
		return blockers;
	}

}
