package io.github.lockstarter.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link Simulation}.
 */
class SimulationTests {

	private static final int NEW_SEEDS = 60;

	private static final int SEEDS_OVER_A_WIRE = 10;

	// There is one server without replicas, and nobody looks at it from outside.
	private static final Set<String> WITHOUT_CASES = Set.of("Confirmed", "Cutoff", "Minority", "Orphan", "Queue");

	private final List<String> told = new ArrayList<>();

	@Test
	void sameSeedIsTheSameStory() {
		assertThat(stories(1, 5, Level.RECORDS).hash()).isEqualTo(stories(1, 5, Level.RECORDS).hash())
			.isNotEqualTo(stories(100, 5, Level.RECORDS).hash());
	}

	@Test
	void recordsAndScriptsTellTheSameStory() {
		assertThat(stories(1, 5, Level.SCRIPTS).hash()).isEqualTo(stories(1, 5, Level.RECORDS).hash());
	}

	@ParameterizedTest
	@EnumSource(names = { "WIRE", "QUORUM" })
	void newSeedsOverAWireKeepAllPromises(Level level) {
		Simulation simulation = stories(ThreadLocalRandom.current().nextInt(1_000_000_000), SEEDS_OVER_A_WIRE, level);
		assertThat(simulation.violations()).as("%s%n%s", simulation, String.join("\n", this.told)).isZero();
		assertThat(simulation.calls()).as("calls").isGreaterThan(50L * SEEDS_OVER_A_WIRE);
	}

	@ParameterizedTest
	@EnumSource(names = { "WIRE", "QUORUM" })
	void sameSeedIsTheSameStoryOverAWire(Level level) {
		assertThat(stories(1, 3, level).hash()).isEqualTo(stories(1, 3, level).hash());
	}

	@Test
	void newSeedsKeepAllPromises() {
		Simulation simulation = stories(ThreadLocalRandom.current().nextInt(1_000_000_000), NEW_SEEDS, Level.RECORDS);
		assertThat(simulation.violations()).as("%s%n%s", simulation, String.join("\n", this.told)).isZero();
		assertThat(simulation.calls()).as("calls").isGreaterThan(100L * NEW_SEEDS);
	}

	/**
	 * Where nothing happens, nothing is broken.
	 */
	@Test
	void everyCheckHasSomethingToJudge() {
		assertThat(stories(1, 25, Level.RECORDS).cases()).hasSizeGreaterThan(20)
			.allSatisfy((check, cases) -> assertThat(cases > 0).as(check).isEqualTo(!WITHOUT_CASES.contains(check)));
	}

	private Simulation stories(long seed, int count, Level level) {
		Simulation simulation = new Simulation(level, this.told::add);
		for (int i = 0; i < count; i++) {
			simulation.run(seed + i, false);
		}
		return simulation;
	}

}
