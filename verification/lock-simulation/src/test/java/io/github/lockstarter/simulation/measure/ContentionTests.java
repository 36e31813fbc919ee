package io.github.lockstarter.simulation.measure;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import io.github.lockstarter.simulation.measure.Contention.Load;
import io.github.lockstarter.simulation.measure.Contention.Outcome;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link Contention}. Virtual time does not depend on the machine.
 */
// five seconds of a processor; it compares throughput, which no change of a promise moves
@Tag("slow")
class ContentionTests {

	private static final Load FOUR = new Load(1, 4, 1, 0, 0, 300_000, 1);

	@Test
	void contendedQuorumHasMostOfTheThroughputOfOneRedis() {
		Outcome one = new Contention(1, FOUR).run();
		Outcome quorum = new Contention(3, FOUR).run();
		assertThat(quorum.failed()).isZero();
		assertThat(quorum.entries()).isGreaterThan(0.6 * one.entries());
		assertThat(quorum.requests()).as("six for an entry: nobody asks twice").isLessThan(7);
	}

}
