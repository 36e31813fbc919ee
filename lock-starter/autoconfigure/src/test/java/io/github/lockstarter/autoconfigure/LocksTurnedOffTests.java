package io.github.lockstarter.autoconfigure;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.mock.env.MockEnvironment;

import io.github.lockstarter.store.LockStartException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for {@link LocksTurnedOff}.
 */
class LocksTurnedOffTests {

	@ParameterizedTest
	@ValueSource(strings = { "false", "off", "no" })
	void locksAreTurnedOffByEachWordForIt(String off) {
		assertThat(LocksTurnedOff.in(enabled(off))).isTrue();
	}

	@ParameterizedTest
	@ValueSource(strings = { "true", "on", "yes", "TRUE" })
	void locksAreTurnedOnByEachWordForIt(String on) {
		assertThat(LocksTurnedOff.in(enabled(on))).isFalse();
	}

	@Test
	void locksAreTurnedOnWhereThePropertyIsNotSet() {
		assertThat(LocksTurnedOff.in(new MockEnvironment())).isFalse();
	}

	@Test
	void anotherWordIsRefused() {
		assertThatExceptionOfType(LockStartException.class).isThrownBy(() -> LocksTurnedOff.in(enabled("perhaps")))
			.withMessage("distributed-lock.enabled is perhaps, but must be true or false");
	}

	private static MockEnvironment enabled(String value) {
		return new MockEnvironment().withProperty("distributed-lock.enabled", value);
	}

}
