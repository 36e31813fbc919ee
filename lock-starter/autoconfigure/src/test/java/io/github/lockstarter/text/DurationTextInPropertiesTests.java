package io.github.lockstarter.text;

import java.time.Duration;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.format.annotation.DurationFormat;
import org.springframework.format.datetime.standard.DurationFormatterUtils;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What a message says of a duration can be copied into a property.
 */
class DurationTextInPropertiesTests {

	@ParameterizedTest
	@ValueSource(strings = { "PT0S", "PT0.5S", "PT1S", "PT1.5S", "PT90S", "PT2M", "PT1H", "P31D", "PT-1S", "PT-0.001S",
			"PT0.000001S", "PT-0.000000001S", "PT1.000000001S" })
	void textIsReadAsTheSameDuration(Duration duration) {
		assertThat(DurationFormatterUtils.detectAndParse(DurationText.of(duration), DurationFormat.Unit.MILLIS))
			.isEqualTo(duration);
	}

}
