package io.github.lockstarter.simulation;

import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;

import io.github.lockstarter.proof.mutation.MutationGate;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link GateBugs}.
 */
class GateBugsTests {

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
		assertThat(GateBugs.read()).extracting(GateBugs.Entry::check).doesNotHaveDuplicates().hasSizeGreaterThan(20);
	}

}
