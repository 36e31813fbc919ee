package io.github.lockstarter.proof.mutation;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

import io.github.lockstarter.proof.campaign.Conditions;
import io.github.lockstarter.proof.history.FaultKind;
import io.github.lockstarter.proof.overlay.Overlay;
import io.github.lockstarter.proof.workload.Mix;
import io.github.lockstarter.proof.workload.SuspendedClock;

/**
 * One seeded bug, and the load under which it has to show.
 *
 * @param name a few words
 * @param bug what is wrong
 * @param mix the mix of requests
 * @param kinds the faults
 * @param clock what a stopped client's monotonic clock does
 * @param conditions what is the same for the whole run
 * @param check the check that has to see it, empty if any may
 * @param change makes the bug
 */
record Mutant(String name, String bug, Mix mix, Set<FaultKind> kinds, SuspendedClock clock, Conditions conditions,
		String check, Consumer<Overlay> change) {

	static Mutant of(String name, String bug, Consumer<Overlay> change) {
		return new Mutant(name, bug, Mix.MIXED, EnumSet.noneOf(FaultKind.class), SuspendedClock.GOES_ON,
				Conditions.PLAIN, "", change);
	}

	Mutant under(FaultKind first, FaultKind... rest) {
		return new Mutant(this.name, this.bug, this.mix, EnumSet.of(first, rest), this.clock, this.conditions,
				this.check, this.change);
	}

	/**
	 * Whether nothing is wrong: what the checks see of it would be a false alarm.
	 */
	boolean isControl() {
		return this.name.startsWith("control");
	}

	Mutant mix(Mix other) {
		return new Mutant(this.name, this.bug, other, this.kinds, this.clock, this.conditions, this.check, this.change);
	}

	Mutant withAStoppingClock() {
		return new Mutant(this.name, this.bug, this.mix, this.kinds, SuspendedClock.STOPS, this.conditions, this.check,
				this.change);
	}

	Mutant in(Conditions other) {
		return new Mutant(this.name, this.bug, this.mix, this.kinds, this.clock, other, this.check, this.change);
	}

	/**
	 * The bug that one check is there for: what others see of it does not count.
	 */
	Mutant seenBy(String only) {
		return new Mutant(this.name, this.bug, this.mix, this.kinds, this.clock, this.conditions, only, this.change);
	}

	/**
	 * Whether it counts as seen.
	 * @param broken the names of the checks that found a violation
	 */
	boolean isSeen(List<String> broken) {
		return this.check.isEmpty() ? !broken.isEmpty() : broken.contains(this.check);
	}

}
