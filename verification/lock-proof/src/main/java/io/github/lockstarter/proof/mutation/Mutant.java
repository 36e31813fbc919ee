package io.github.lockstarter.proof.mutation;

import java.util.EnumSet;
import java.util.List;
import java.util.function.Consumer;

import io.github.lockstarter.proof.campaign.Conditions;
import io.github.lockstarter.proof.history.FaultKind;
import io.github.lockstarter.proof.overlay.Overlay;
import io.github.lockstarter.proof.workload.Mix;
import io.github.lockstarter.proof.workload.Servers;
import io.github.lockstarter.proof.workload.SuspendedClock;

/**
 * One seeded bug, and the load under which it has to show.
 *
 * @param name a few words
 * @param bug what is wrong
 * @param load the load
 * @param check the check that has to see it, empty if any may
 * @param change makes the bug
 */
record Mutant(String name, String bug, Load load, String check, Consumer<Overlay> change) {

	static Mutant of(String name, String bug, Consumer<Overlay> change) {
		return new Mutant(name, bug, Load.PLAIN, "", change);
	}

	private Mutant with(Load other) {
		return new Mutant(this.name, this.bug, other, this.check, this.change);
	}

	Mutant under(FaultKind first, FaultKind... rest) {
		return with(this.load.kinds(EnumSet.of(first, rest)));
	}

	/**
	 * Whether nothing is wrong: what the checks see of it would be a false alarm.
	 */
	boolean isControl() {
		return this.name.startsWith("control");
	}

	Mutant mix(Mix other) {
		return with(this.load.mix(other));
	}

	Mutant withAStoppingClock() {
		return with(this.load.clock(SuspendedClock.STOPS));
	}

	Mutant in(Conditions other) {
		return with(this.load.conditions(other));
	}

	Mutant on(Servers other) {
		return with(this.load.servers(other));
	}

	Mutant rest(int times) {
		return with(this.load.rest(times));
	}

	/**
	 * The bug that one check is there for: what others see of it does not count.
	 */
	Mutant seenBy(String only) {
		return new Mutant(this.name, this.bug, this.load, only, this.change);
	}

	/**
	 * Whether it counts as seen.
	 * @param broken the names of the checks that found a violation
	 */
	boolean isSeen(List<String> broken) {
		return this.check.isEmpty() ? !broken.isEmpty() : broken.contains(this.check);
	}

}
