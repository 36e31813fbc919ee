package io.github.lockstarter.simulation;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * Tests for {@link FixedSeeds}.
 */
class FixedSeedsTests {

	@Test
	void everyLevelHasSeeds() {
		assertThat(FixedSeeds.read()).containsOnlyKeys(Level.values());
	}

	@Test
	void linesAreListsAndRanges() {
		String text = "# the gate\n" + Arrays.stream(Level.values())
			.map((level) -> level.name().toLowerCase(Locale.ROOT) + " 3-5 9")
			.collect(Collectors.joining("\n")) + "\nwire 4711\n";
		assertThat(FixedSeeds.parse(text).get(Level.RECORDS)).containsExactly(3L, 4L, 5L, 9L);
		assertThat(FixedSeeds.parse(text).get(Level.WIRE)).containsExactly(3L, 4L, 5L, 9L, 4711L);
	}

	@Test
	void lineThatCannotBeReadIsNamed() {
		assertThatIllegalStateException().isThrownBy(() -> FixedSeeds.parse("wires 1"))
			.withMessageContaining("wires 1");
		assertThatIllegalStateException().isThrownBy(() -> FixedSeeds.parse("wire 1-x"))
			.withMessageContaining("wire 1-x");
		assertThatIllegalStateException().isThrownBy(() -> FixedSeeds.parse("wire 1")).withMessageContaining("RECORDS");
	}

}
