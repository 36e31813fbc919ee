package io.github.lockstarter.quorum;

import java.time.Instant;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import io.github.lockstarter.store.StoreState;
import io.github.lockstarter.store.StoreState.Condition;
import io.github.lockstarter.store.StoreState.Link;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Whether a quorum can be asked, by what is known of its nodes.
 */
class MajorityStateTests {

	private static final Link DOWN = Link.down("Connection refused", Instant.EPOCH);

	@Test
	void majorityThatIsUpIsEnough() {
		assertThat(state(Link.UP, DOWN, Link.UP).commands()).isEqualTo(Link.UP);
		assertThat(state(Link.UP, Link.UNKNOWN, Link.UP).messages()).isEqualTo(Link.UP);
	}

	@Test
	void withoutAMajorityTheTroubleOfANodeIsTold() {
		Link commands = state(Link.UP, DOWN, DOWN).commands();
		assertThat(commands.condition()).isEqualTo(Condition.DOWN);
		assertThat(commands.trouble()).matches("redis-\\d: Connection refused");
		assertThat(commands.since()).isEqualTo(Instant.EPOCH);
	}

	@Test
	void whatIsNotStartedIsUnknown() {
		assertThat(state(Link.UNKNOWN, Link.UNKNOWN, Link.UNKNOWN)).isEqualTo(StoreState.UNKNOWN);
	}

	private static StoreState state(Link... links) {
		return KnownNodes.majority(IntStream.range(0, links.length)
			.boxed()
			.collect(Collectors.toMap((i) -> "redis-" + i, (i) -> new StoreState(links[i], links[i]))));
	}

}
