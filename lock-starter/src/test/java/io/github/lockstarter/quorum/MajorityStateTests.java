package io.github.lockstarter.quorum;

import java.lang.reflect.Proxy;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

import io.github.lockstarter.store.StoreState;
import io.github.lockstarter.store.StoreState.Condition;
import io.github.lockstarter.store.StoreState.Link;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link MajorityState}.
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
		return MajorityState.of(Stream.of(links).map(MajorityStateTests::node).toList());
	}

	private static QuorumNode node(Link link) {
		return (QuorumNode) Proxy.newProxyInstance(QuorumNode.class.getClassLoader(),
				new Class<?>[] { QuorumNode.class }, (proxy, method, arguments) -> switch (method.getName()) {
					case "state" -> new StoreState(link, link);
					case "address" -> "redis-" + List.of(Link.UP, Link.UNKNOWN, DOWN).indexOf(link);
					default -> throw new UnsupportedOperationException(method.getName());
				});
	}

}
