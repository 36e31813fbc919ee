package io.github.lockstarter.text;

import java.time.Duration;
import java.time.temporal.ChronoUnit;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link DurationText}.
 */
class DurationTextTests {

	@ParameterizedTest
	@CsvSource({ "PT0S, 0", "PT0.5S, 500ms", "PT1S, 1s", "PT1.5S, 1500ms", "PT90S, 90s", "PT2M, 2m", "PT1H, 1h",
			"P31D, 31d", "PT-1S, -1s", "PT-0.001S, -1ms", "PT0.000001S, 1us", "PT-0.000000001S, -1ns",
			"PT1.000000001S, 1000000001ns" })
	void durationIsWrittenAsInTheConfiguration(Duration duration, String text) {
		assertThat(DurationText.of(duration)).isEqualTo(text);
	}

	@Test
	void noDurationIsTooLong() {
		assertThat(DurationText.of(Duration.ofSeconds(Long.MAX_VALUE, 1))).startsWith("PT");
		assertThat(DurationText.of(Duration.ofSeconds(Long.MIN_VALUE))).startsWith("PT-");
		assertThat(DurationText.of(ChronoUnit.FOREVER.getDuration())).startsWith("PT");
	}

	@Test
	void whatHasLastedHasLastedForAtLeastAMillisecond() {
		assertThat(DurationText.lasted(Duration.ofNanos(1))).isEqualTo("1ms");
		assertThat(DurationText.lasted(Duration.ofNanos(523_999_999))).isEqualTo("523ms");
		assertThat(DurationText.lasted(Duration.ofSeconds(3))).isEqualTo("3s");
	}

}
