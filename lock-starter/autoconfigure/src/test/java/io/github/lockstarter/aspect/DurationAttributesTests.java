package io.github.lockstarter.aspect;

import java.time.Duration;
import java.util.Map;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import io.github.lockstarter.LockRequest;
import io.github.lockstarter.annotation.DistributedLocked;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * How long an annotation says, and in which unit.
 */
class DurationAttributesTests {

	@ParameterizedTest
	@CsvSource({ "wait, 3", "lease, 30", "min, 5", "wait, 1500", "wait, -3", "lease, +30", "wait, ' 3 '" })
	void numberWithoutAUnitIsRefused(String property, String number) {
		String text = number.trim();
		assertThatExceptionOfType(InvalidLockedMethodException.class).isThrownBy(() -> terms(Map.of(property, number)))
			.satisfies((ex) -> assertThat(ex.getReason()).contains("\"${" + property + ":}\"")
				.endsWith("which is " + text + " without a unit"))
			.satisfies((ex) -> assertThat(ex.getAction())
				.contains("Write " + text + "s for seconds or " + text + "ms for milliseconds"));
	}

	@ParameterizedTest
	@ValueSource(strings = { "0", "00", "0s", "PT0S" })
	void nothingNeedsNoUnit(String zero) {
		assertThat(terms(Map.of("wait", zero, "min", zero)).waitTime()).hasValue(Duration.ZERO);
	}

	@ParameterizedTest
	@CsvSource({ "3s, PT3S", "1500ms, PT1.5S", "PT5S, PT5S", "1h2m, PT1H2M", "30d, P30D" })
	void unitIsKept(String text, Duration duration) {
		LockRequest terms = terms(Map.of("wait", text, "lease", text, "min", text));
		assertThat(terms.waitTime()).hasValue(duration);
		assertThat(terms.leaseTime()).hasValue(duration);
		assertThat(terms.minHold()).isEqualTo(duration);
	}

	@ParameterizedTest
	@ValueSource(strings = { "wait", "lease", "min" })
	void moreThanThirtyDaysAreRefused(String property) {
		assertThatExceptionOfType(InvalidLockedMethodException.class).isThrownBy(() -> terms(Map.of(property, "31d")))
			.satisfies((ex) -> assertThat(ex.getReason()).endsWith("must be at most 30 days, not 31d"));
	}

	private static LockRequest terms(Map<String, Object> properties) {
		return Specs.of(Configured.class, properties).get(0).terms();
	}

	static class Configured {

		@DistributedLocked(name = "configured", waitTime = "${wait:}", leaseTime = "${lease:}", minHold = "${min:}")
		public void run() {
		}

	}

}
