package io.github.lockstarter.simulation.workload;

import java.util.List;

import org.junit.jupiter.api.Test;

import io.github.lockstarter.proof.history.Attempt;
import io.github.lockstarter.proof.history.History;
import io.github.lockstarter.proof.history.HistoryReader;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link WorldTime}.
 */
class WorldTimeTests {

	@Test
	void beginOfTheWorldIsATime() {
		History history = new HistoryReader()
			.add("client0g0",
					List.of(WorldTime.line('S', 0, "a", "L", 0, 0, 0, "plain"), WorldTime.line('N', 0, "a", "HELD")))
			.history();
		assertThat(history.operations()).singleElement()
			.satisfies((operation) -> assertThat(operation.end()).isPositive());
	}

	/**
	 * An answer says when its question was sent: else no renewal would have one, and
	 * checks that go by answers would have nothing to judge.
	 */
	@Test
	void answerOfARenewalBelongsToItsQuestion() {
		History history = new HistoryReader()
			.add("client0g0",
					List.of(WorldTime.line('A', 1, "a", "L", 9), WorldTime.line('n', 5, "a"),
							WorldTime.line('n', 7, "a"), WorldTime.line('o', 9, "a", 7L, "OWNED", 100, 1_500)))
			.history();
		assertThat(history.attempts()).singleElement()
			.satisfies((attempt) -> assertThat(attempt.renewals()).extracting(Attempt.Renewal::owned)
				.containsExactly(false, true));
	}

}
