package io.github.lockstarter.redis;

import java.time.Duration;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import io.github.lockstarter.store.Moment;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What a caller is told of a server that was started lately.
 */
class RestartDelayTests {

	private final RestartDelay delay = new RestartDelay(() -> new Moment(0, 0), Duration.ofMinutes(3));

	@ParameterizedTest
	@CsvSource(textBlock = """
			0,   1s,  3m
			1,   1s,  3m
			46,  45s, 135s
			61,  1m,  2m
			180, 179s, 1s
			""")
	void timesAreWrittenAsInTheConfiguration(long uptimeSeconds, String up, String left) {
		this.delay.onConnected(new ServerIdentity("run", "lock", uptimeSeconds, false));
		assertThat(this.delay.refusal("redis:6379"))
			.hasMessage("Redis at redis:6379 started " + up + " ago and may have lost leases: it grants locks again in "
					+ left + " (distributed-lock.redis.restart-delay)");
	}

	@Test
	void afterItsTimeItIsAsked() {
		this.delay.onConnected(new ServerIdentity("run", "lock", 181, false));
		assertThat(this.delay.refusal("redis:6379")).isNull();
	}

}
