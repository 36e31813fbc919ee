package io.github.lockstarter.text;

import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link LoggedText}.
 */
class LoggedTextTests {

	@ParameterizedTest
	@ValueSource(strings = { "", "order:4711", "com.example.Orders.place:a b%c{d}'e\"", "\u00fcber:\ud55c\uad6d",
			"lock \ud83d\udd12", "C:\\temp" })
	void plainNameStaysAsItIs(String name) {
		assertThat(LoggedText.name(name)).isSameAs(name);
	}

	static Stream<Arguments> unsafe() {
		return Stream.of(Arguments.of("\n", "\\n"), Arguments.of("\r", "\\r"), Arguments.of("\t", "\\t"),
				Arguments.of("\u0000", "\\u0000"), Arguments.of("\u001b", "\\u001b"), Arguments.of("\u007f", "\\u007f"),
				Arguments.of("\u0085", "\\u0085"), Arguments.of("\u2028", "\\u2028"), Arguments.of("\u2029", "\\u2029"),
				Arguments.of("\u202e", "\\u202e"), Arguments.of("\ud83d", "\\ud83d"),
				Arguments.of("\udd12", "\\udd12"));
	}

	@ParameterizedTest
	@MethodSource("unsafe")
	void characterThatDoesNotStayOnItsPlaceIsSpelled(String character, String spelled) {
		assertThat(LoggedText.name("a" + character + "b")).isEqualTo("a" + spelled + "b");
	}

	@Test
	void longNameKeepsItsBeginningAndItsEnd() {
		String name = "order:" + "x".repeat(5_000) + ":4711";
		assertThat(LoggedText.name(name)).startsWith("order:xxx")
			.endsWith("xxx:4711")
			.contains("...(4811 more)...")
			.hasSizeLessThan(230);
		assertThat(LoggedText.name("x".repeat(200))).hasSize(200);
		assertThat(LoggedText.of("x".repeat(1_000))).hasSize(1_000);
		assertThat(LoggedText.of("x".repeat(5_000))).hasSizeLessThan(1_030);
	}

	@Test
	void pairOfSurrogatesIsNotCut() {
		for (int i = 0; i < 3; i++) {
			String cut = LoggedText.name("x".repeat(i) + "\ud83d\udd12".repeat(300));
			assertThat(cut.codePoints().filter((point) -> point >= 0xd800 && point <= 0xdfff)).isEmpty();
		}
	}

}
