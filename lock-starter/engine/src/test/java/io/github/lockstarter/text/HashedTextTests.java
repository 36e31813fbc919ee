package io.github.lockstarter.text;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * {@link LoggedText} while names are hashed.
 */
@Isolated("the switch is that of the JVM")
class HashedTextTests {

	@BeforeEach
	void hash() {
		LoggedText.hashNames(true);
	}

	@AfterEach
	void restore() {
		LoggedText.hashNames(false);
	}

	// printf registration:alice | sha256sum | cut -c1-12
	@Test
	void nameIsTheBeginningOfItsSha256() {
		assertThat(LoggedText.name("registration:alice")).isEqualTo("#1def1f6f16c6");
		assertThat(LoggedText.recorded("registration:alice")).isEqualTo("#1def1f6f16c6");
	}

	@Test
	void anyNameIsHashed() {
		for (String name : new String[] { "", "\n", "x".repeat(5_000), "\ud55c\uad6d" }) {
			assertThat(LoggedText.name(name)).matches("#[0-9a-f]{12}").isEqualTo(LoggedText.name(name));
		}
		assertThat(LoggedText.name("a")).isNotEqualTo(LoggedText.name("b"));
	}

	@Test
	void otherTextStaysReadable() {
		assertThat(LoggedText.of("Connection refused")).isEqualTo("Connection refused");
	}

	@Test
	void nameIsPlainAgainAfterwards() {
		LoggedText.hashNames(false);
		assertThat(LoggedText.name("registration:alice")).isEqualTo("registration:alice");
		assertThat(LoggedText.recorded("a\n")).isEqualTo("a\n");
	}

}
