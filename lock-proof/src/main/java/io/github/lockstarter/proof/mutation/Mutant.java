package io.github.lockstarter.proof.mutation;

import java.util.EnumSet;
import java.util.Set;
import java.util.function.Consumer;

import io.github.lockstarter.proof.history.FaultKind;
import io.github.lockstarter.proof.overlay.Overlay;

/**
 * One seeded bug, and the load under which it has to show.
 *
 * @param name a few words
 * @param bug what is wrong
 * @param mix the mix of requests
 * @param kinds the faults
 * @param clockStops whether a stopped client's monotonic clock stops too
 * @param change makes the bug
 */
record Mutant(String name, String bug, String mix, Set<FaultKind> kinds, boolean clockStops, Consumer<Overlay> change) {

	static Mutant of(String name, String bug, Consumer<Overlay> change) {
		return new Mutant(name, bug, "mixed", EnumSet.noneOf(FaultKind.class), false, change);
	}

	Mutant under(FaultKind first, FaultKind... rest) {
		return new Mutant(this.name, this.bug, this.mix, EnumSet.of(first, rest), this.clockStops, this.change);
	}

	/**
	 * Whether nothing is wrong: what the checks see of it would be a false alarm.
	 */
	boolean isControl() {
		return this.name.startsWith("control");
	}

	Mutant mix(String other) {
		return new Mutant(this.name, this.bug, other, this.kinds, this.clockStops, this.change);
	}

	Mutant withAStoppingClock() {
		return new Mutant(this.name, this.bug, this.mix, this.kinds, true, this.change);
	}

}
