package io.github.lockstarter.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * New seeds in each build. A million calls are two classes, so that each has one of two
 * processors.
 */
abstract class HalfAMillionCalls {

	private final List<String> told = new ArrayList<>();

	@Test
	void halfAMillionCallsKeepAllPromises() {
		Simulation simulation = new Simulation(Level.RECORDS, this.told::add);
		for (long seed = ThreadLocalRandom.current().nextInt(1_000_000_000); simulation.calls() < 500_000; seed++) {
			simulation.run(seed, false);
		}
		assertThat(simulation.violations()).as("%s%n%s", simulation, String.join("\n", this.told)).isZero();
	}

}
