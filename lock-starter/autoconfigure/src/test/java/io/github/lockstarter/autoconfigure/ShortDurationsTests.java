package io.github.lockstarter.autoconfigure;

import java.time.Duration;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Of which durations the start warns.
 */
@ExtendWith(OutputCaptureExtension.class)
class ShortDurationsTests {

	@Test
	void numbersThatWereProbablyMeantAsSecondsAreNamed(CapturedOutput output) {
		warn("wait-time", "3");
		warn("start-timeout", "5");
		warn("shutdown-timeout", "9ms");
		assertThat(output).containsOnlyOnce("distributed-lock.wait-time is only 3ms. A number without a unit means "
				+ "milliseconds: write 3s for three seconds");
		assertThat(output).containsOnlyOnce("distributed-lock.start-timeout is only 5ms");
		assertThat(output).containsOnlyOnce("distributed-lock.shutdown-timeout is only 9ms");
	}

	@Test
	void timeoutOfReplicasIsNamed(CapturedOutput output) {
		ShortDurations.warn("redis.replica-timeout", Duration.ofMillis(2));
		assertThat(output).containsOnlyOnce("distributed-lock.redis.replica-timeout is only 2ms");
	}

	@Test
	void othersAreNot(CapturedOutput output) {
		warn("wait-time", "0");
		warn("wait-time", "10");
		warn("start-timeout", "3s");
		warn("cohort.max-time", "5ms");
		assertThat(output).doesNotContain("distributed-lock.");
	}

	private static void warn(String property, String value) {
		ShortDurations
			.warn(new Binder(new MapConfigurationPropertySource(Map.of("distributed-lock." + property, value)))
				.bind("distributed-lock", LockProperties.class)
				.get());
	}

}
