package io.github.lockstarter.session;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.Consumer;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import io.github.lockstarter.test.TestSeed;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Who is admitted to a queue of places, and what a waiter watches: in all short queues
 * against the rule as it is written down, and in long random histories.
 */
@Tag("gate")
class AdmissionTests {

	private static final int LONGEST = 6;

	private static final List<PlaceKind> KINDS = List.of(PlaceKind.EXCLUSIVE, PlaceKind.SHARED, new PlaceKind(2),
			new PlaceKind(3), new PlaceKind(5));

	@Test
	void placeIsAdmittedIfAllBeforeItAreAndItFitsBesideThem() {
		forEachLine((line) -> {
			for (int i = 0; i < line.size(); i++) {
				assertThat(Admission.isAdmitted(line, i)).as("%s of %s", i, line).isEqualTo(admitted(line, i));
			}
			assertThat(Admission.count(line)).as("%s", line)
				.isEqualTo((int) line.stream().filter((place) -> admitted(line, line.indexOf(place))).count());
			assertThat(Admission.isAdmitted(line, -1)).isFalse();
		});
	}

	@Test
	void newPlaceAtTheEndIsAdmittedIfTheQueueIsOpenForIt() {
		forEachLine((line) -> {
			for (PlaceKind kind : KINDS) {
				List<Place> longer = new ArrayList<>(line);
				longer.add(place(99, kind));
				assertThat(Admission.isOpen(line, kind)).as("%s behind %s", kind, line)
					.isEqualTo(admitted(longer, line.size()));
			}
		});
	}

	@Test
	void admittedPlaceStaysAdmittedWhateverLeaves() {
		forEachLine((line) -> {
			for (int i = 0; i < line.size(); i++) {
				List<Place> shorter = new ArrayList<>(line);
				shorter.remove(i);
				for (Place place : shorter) {
					assertThat(!admitted(line, line.indexOf(place))
							|| Admission.isAdmitted(shorter, shorter.indexOf(place)))
						.as("%s of %s without %s", place, line, i)
						.isTrue();
				}
			}
		});
	}

	@Test
	void placeIsNotAdmittedWhileAllThatItWatchesAreThere() {
		forEachLine((line) -> {
			for (int i = 0; i < line.size(); i++) {
				if (!admitted(line, i)) {
					Place waiting = line.get(i);
					Set<Place> blockers = Admission.blockers(line, i);
					assertThat(line.subList(0, i)).as("%s of %s", i, line).containsAll(blockers);
					// If it is not admitted though all others have left, it is not while
					// some of them have.
					List<Place> rest = line.stream()
						.filter((place) -> place.equals(waiting) || blockers.contains(place))
						.toList();
					assertThat(admitted(rest, rest.size() - 1)).as("%s of %s watches %s", i, line, blockers).isFalse();
				}
			}
		});
	}

	@Test
	void waiterWatchesFewPlaces() {
		forEachLine((line) -> {
			for (int i = 0; i < line.size(); i++) {
				if (!admitted(line, i)) {
					PlaceKind kind = line.get(i).kind();
					int most = line.stream().mapToInt((place) -> place.kind().limit()).max().orElse(0) + 1;
					boolean writerAhead = line.subList(0, i).stream().anyMatch((place) -> place.kind().isExclusive());
					assertThat(Admission.blockers(line, i)).as("%s of %s", i, line)
						.hasSizeBetween(1, (writerAhead || kind.isExclusive()) ? 1 : most);
				}
			}
		});
	}

	@ParameterizedTest
	@ValueSource(strings = { "x r", "3", "x r 3", "x r r r r 2 5", "r r r 2 5" })
	void nobodyIsOvertakenForgottenOrAdmittedBesideTooMany(String kinds) {
		for (int i = 0; i < 20; i++) {
			new History(TestSeed.of(1) + i, kinds.split(" ")).run(2_000);
		}
	}

	/**
	 * Without an exclusive place before it, and nobody up to it has too many before it.
	 */
	private static boolean admitted(List<Place> line, int index) {
		for (int i = 0; i <= index; i++) {
			int limit = line.get(i).kind().limit();
			if ((i < index && limit == 1) || (limit > 0 && i >= limit)) {
				return false;
			}
		}
		return true;
	}

	private static void forEachLine(Consumer<List<Place>> check) {
		extend(List.of(), check);
	}

	private static void extend(List<Place> line, Consumer<List<Place>> check) {
		check.accept(line);
		if (line.size() < LONGEST) {
			for (PlaceKind kind : KINDS) {
				List<Place> longer = new ArrayList<>(line);
				longer.add(place(line.size(), kind));
				extend(longer, check);
			}
		}
	}

	private static Place place(int number, PlaceKind kind) {
		return new Place("c:" + number, "/lock/c:" + number + kind.suffix(), kind);
	}

	/**
	 * Clients that arrive, read a queue that may be outdated, watch, enter, leave, and
	 * give up.
	 */
	private static final class History {

		private final Random random;

		private final List<PlaceKind> kinds = new ArrayList<>();

		private final List<Place> line = new ArrayList<>();

		// Former states of the queue, the latest one last.
		private final List<List<Place>> states = new ArrayList<>();

		private final Map<Place, Set<Place>> watched = new HashMap<>();

		private final Set<Place> woken = new HashSet<>();

		private final Set<Place> inside = new HashSet<>();

		private int number;

		History(long seed, String... kinds) {
			this.random = new Random(seed);
			for (String kind : kinds) {
				this.kinds.add(kind.equals("x") ? PlaceKind.EXCLUSIVE : PlaceKind.of("~" + kind));
			}
		}

		void run(int steps) {
			this.states.add(List.of());
			for (int i = 0; i < steps; i++) {
				step(this.random.nextInt(100));
				check();
			}
			assertThat(this.number).isGreaterThan(steps / 10);
			// All that still wait enter one after the other.
			while (!this.line.isEmpty()) {
				while (!this.woken.isEmpty()) {
					any(this.woken.stream().toList(), this::look);
				}
				check();
				assertThat(this.inside).as("%s", this.line).isNotEmpty();
				leave(this.line.stream().filter(this.inside::contains).findFirst().orElseThrow());
			}
		}

		private void step(int what) {
			if (what < 30 && this.line.size() < 16) {
				Place place = place(this.number++, this.kinds.get(this.random.nextInt(this.kinds.size())));
				this.line.add(place);
				this.woken.add(place);
				this.states.add(List.copyOf(this.line));
			}
			else if (what < 65) {
				any(this.woken.stream().toList(), this::look);
			}
			else if (what < 95) {
				any(this.line.stream().filter(this.inside::contains).toList(), this::leave);
			}
			else {
				any(this.line.stream().filter((place) -> !this.inside.contains(place)).toList(), this::leave);
			}
		}

		private void any(List<Place> places, Consumer<Place> action) {
			if (!places.isEmpty()) {
				action.accept(places.stream()
					.sorted((a, b) -> a.key().compareTo(b.key()))
					.toList()
					.get(this.random.nextInt(places.size())));
			}
		}

		private void look(Place place) {
			this.woken.remove(place);
			List<List<Place>> seen = this.states.subList(Math.max(0, this.states.size() - 4), this.states.size())
				.stream()
				.filter((state) -> state.contains(place))
				.toList();
			List<Place> state = seen.get(this.random.nextInt(seen.size()));
			int index = state.indexOf(place);
			if (Admission.isAdmitted(state, index)) {
				this.inside.add(place);
				return;
			}
			Set<Place> blockers = Admission.blockers(state, index);
			if (this.line.containsAll(blockers)) {
				this.watched.put(place, blockers);
			}
			else {
				// A watched place that is gone notifies at once.
				this.woken.add(place);
			}
		}

		private void leave(Place place) {
			this.line.remove(place);
			this.woken.remove(place);
			this.inside.remove(place);
			this.watched.remove(place);
			this.watched.entrySet().removeIf((entry) -> {
				boolean told = entry.getValue().contains(place);
				if (told) {
					this.woken.add(entry.getKey());
				}
				return told;
			});
			this.states.add(List.copyOf(this.line));
		}

		private void check() {
			for (Place place : this.inside) {
				int limit = place.kind().limit();
				assertThat(place.kind().isExclusive() && this.inside.size() > 1).as("%s", this.inside).isFalse();
				assertThat(limit == 0 || this.line.indexOf(place) < limit).as("%s in %s", place, this.line).isTrue();
			}
			for (int i = 0; i < this.line.size(); i++) {
				Place place = this.line.get(i);
				if (admitted(this.line, i)) {
					assertThat(this.inside.contains(place) || this.woken.contains(place))
						.as("%s in %s is notified", place, this.line)
						.isTrue();
				}
				else {
					assertThat(this.inside).as("%s", this.line).doesNotContain(place);
				}
			}
		}

	}

}
