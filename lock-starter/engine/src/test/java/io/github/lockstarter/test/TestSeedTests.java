package io.github.lockstarter.test;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * Tests for {@link TestSeed}.
 */
class TestSeedTests {

	private final String before = System.getProperty(TestSeed.PROPERTY, "");

	@BeforeEach
	void clear() {
		System.clearProperty(TestSeed.PROPERTY);
	}

	@AfterEach
	void restore() {
		System.setProperty(TestSeed.PROPERTY, this.before);
	}

	@Test
	void buildUsesTheFixedSeed() {
		assertThat(TestSeed.of(4711)).isEqualTo(4711);
	}

	@Test
	void searchDrawsNewSeeds() {
		System.setProperty(TestSeed.PROPERTY, "new");
		assertThat(TestSeed.of(1)).isNotEqualTo(TestSeed.of(1)).isPositive();
	}

	@Test
	void seedThatWasFoundIsRepeated() {
		System.setProperty(TestSeed.PROPERTY, "-12");
		assertThat(TestSeed.of(1)).isEqualTo(-12);
		System.setProperty(TestSeed.PROPERTY, "old");
		assertThatIllegalStateException().isThrownBy(() -> TestSeed.of(1)).withMessageContaining("'old'");
	}

}
