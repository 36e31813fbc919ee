package io.github.lockstarter.quorum;

import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import io.github.lockstarter.store.LockStartException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Of how many masters a quorum may be, whoever makes it.
 */
class QuorumSizeTests {

	@ParameterizedTest
	@ValueSource(ints = { 3, 5 })
	void threeOrFive(int nodes) {
		assertThat(store(nodes).nodes()).hasSize(nodes);
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			1 | must be three or five masters
			2 | must be three or five masters: an even number tolerates no more failures than one master less
			4 | must be three or five masters: an even number tolerates no more failures than one master less
			7 | must be three or five masters
			""")
	void noOther(int nodes, String reason) {
		assertThatExceptionOfType(LockStartException.class).isThrownBy(() -> store(nodes))
			.withMessageStartingWith("distributed-lock.redis.quorum.nodes is redis-0:6379")
			.extracting(LockStartException::getAction)
			.isEqualTo("Change the property distributed-lock.redis.quorum.nodes: it " + reason + ".");
	}

	private static QuorumLockStore store(int nodes) {
		List<ScriptedNode> masters = IntStream.range(0, nodes)
			.mapToObj((i) -> new ScriptedNode("redis-" + i + ":6379"))
			.toList();
		return new QuorumLockStore(masters,
				new QuorumSettings(Duration.ofSeconds(1), Duration.ofSeconds(30), Duration.ZERO), (runtime) -> "me",
				new World(1));
	}

}
