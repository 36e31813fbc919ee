package io.github.lockstarter.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

import org.junit.jupiter.api.Test;

import io.github.lockstarter.proof.mutation.MutationGate;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link GateBugs}.
 */
class GateBugsTests {

	// What they see others see before, or they have nothing to judge at any level.
	private static final Set<String> WITHOUT = Set.of("Body", "Interrupt", "LeaderToken", "LostUpdate", "Minority",
			"Overtaken", "Queue", "Share", "Starvation", "Together");

	@Test
	void everyBugExists() {
		List<String> names = new ArrayList<>(MutationGate.names());
		names.addAll(JdbcBugs.all().keySet());
		names.addAll(EtcdBugs.all().keySet());
		names.addAll(EngineBugs.all().keySet());
		names.addAll(UnitBugs.all().keySet());
		assertThat(GateBugs.read()).extracting(GateBugs.Entry::bug).isSubsetOf(names);
	}

	@Test
	void everyCheckHasOne() {
		List<String> checks = GateBugs.read().stream().map(GateBugs.Entry::check).toList();
		assertThat(checks).doesNotHaveDuplicates();
		Simulation simulation = new Simulation(Level.RECORDS, (line) -> {
		});
		simulation.run(1, false);
		assertThat(simulation.cases().keySet()).filteredOn((check) -> !checks.contains(check))
			.containsExactlyInAnyOrderElementsOf(WITHOUT);
	}

}
