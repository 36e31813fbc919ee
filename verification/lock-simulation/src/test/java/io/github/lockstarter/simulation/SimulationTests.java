package io.github.lockstarter.simulation;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link Simulation}.
 */
class SimulationTests {

	@Test
	void sameSeedIsTheSameStory() {
		assertThat(stories(1, false)).isEqualTo(stories(1, false)).isNotEqualTo(stories(100, false));
	}

	@Test
	void recordsAndScriptsTellTheSameStory() {
		assertThat(stories(1, true)).isEqualTo(stories(1, false));
	}

	private static long stories(long seed, boolean scripts) {
		Simulation simulation = new Simulation(scripts, (line) -> {
		});
		for (int i = 0; i < 10; i++) {
			simulation.run(seed + i, false);
		}
		assertThat(simulation.calls()).isGreaterThan(500);
		return simulation.hash();
	}

}
