package io.github.lockstarter.redis;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class SlotsReplyTests {

	private static final Address ASKED = new Address("asked.example", 7000);

	@Test
	void rangesHaveTheirMasters() {
		List<Object> replica = List.of("10.0.0.9", 7009L, "id9", List.of());
		SlotsReply reply = SlotsReply
			.of(List.of(List.of(0L, 5460L, List.of("10.0.0.1", 7001L, "id1", List.of()), replica),
					List.of(5461L, 16_383L, List.of("10.0.0.2", 7002L, "id2"))), ASKED);
		assertThat(reply.ranges()).containsExactly(new SlotsReply.Range(0, 5460, new Address("10.0.0.1", 7001)),
				new SlotsReply.Range(5461, 16_383, new Address("10.0.0.2", 7002)));
	}

	@Test
	void masterOfSeveralRangesIsOne() {
		List<Object> master = List.of("10.0.0.1", 7001L);
		SlotsReply reply = SlotsReply.of(List.of(List.of(0L, 1L, master), List.of(3L, 4L, master)), ASKED);
		assertThat(reply.masters()).containsExactly(new Address("10.0.0.1", 7001));
	}

	@Test
	void nodeWithoutAHostIsOnTheHostThatWasAsked() {
		assertThat(master(Arrays.asList(null, 7001L, "id"))).isEqualTo(new Address("asked.example", 7001));
		assertThat(master(List.of("", 7001L, "id"))).isEqualTo(new Address("asked.example", 7001));
		assertThat(master(List.of("?", 7001L, "id"))).isEqualTo(new Address("asked.example", 7001));
	}

	@Test
	void nodeWithoutItsNameIsAtItsAddress() {
		assertThat(master(List.of("?", 7001L, "id", List.of("ip", "10.0.0.3"))))
			.isEqualTo(new Address("10.0.0.3", 7001));
		assertThat(master(List.of("redis-3.example", 7001L, "id", List.of("ip", "10.0.0.3"))))
			.isEqualTo(new Address("redis-3.example", 7001));
	}

	@ParameterizedTest
	@MethodSource("strange")
	void whatIsSomethingElseIsRefused(Object reply) {
		assertThatIllegalArgumentException().isThrownBy(() -> SlotsReply.of(reply, ASKED));
	}

	static List<Object> strange() {
		return new ArrayList<>(List.of("OK", List.of(), List.of(List.of(0L, 1L)), List.of(List.of("0", "1", List.of())),
				List.of(List.of(0L, 1L, List.of("host")))));
	}

	private static Address master(List<Object> node) {
		return SlotsReply.of(List.of(List.of(0L, 1L, node)), ASKED).ranges().get(0).master();
	}

}
