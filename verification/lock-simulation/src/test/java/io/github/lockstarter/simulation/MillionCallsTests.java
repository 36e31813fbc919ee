package io.github.lockstarter.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * New seeds in each build, by themselves: they have one of two processors for most of a
 * minute, and the other tests have the other one.
 */
class MillionCallsTests {

	private final List<String> told = new ArrayList<>();

	@Test
	void millionCallsKeepAllPromises() {
		Simulation simulation = new Simulation(Level.RECORDS, this.told::add);
		for (long seed = ThreadLocalRandom.current().nextInt(1_000_000_000); simulation.calls() < 1_000_000; seed++) {
			simulation.run(seed, false);
		}
		assertThat(simulation.violations()).as("%s%n%s", simulation, String.join("\n", this.told)).isZero();
	}

}
