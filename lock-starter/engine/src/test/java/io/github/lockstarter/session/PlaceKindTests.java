package io.github.lockstarter.session;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * How the kind of a place is written to its key.
 */
class PlaceKindTests {

	@Test
	void kindIsReadAsItWasWritten() {
		for (PlaceKind kind : new PlaceKind[] { PlaceKind.EXCLUSIVE, PlaceKind.SHARED, new PlaceKind(2),
				new PlaceKind(64) }) {
			String part = "c:7" + kind.suffix();
			assertThat(PlaceKind.of(part)).isEqualTo(kind);
			assertThat(PlaceKind.withoutSuffix(part)).isEqualTo("c:7");
		}
	}

	@Test
	void keyOfAnExclusivePlaceIsThatOfOlderVersions() {
		assertThat(PlaceKind.EXCLUSIVE.suffix()).isEmpty();
		assertThat(PlaceKind.SHARED.suffix()).isEqualTo("~r");
		assertThat(new PlaceKind(3).suffix()).isEqualTo("~3");
	}

	@ParameterizedTest
	@ValueSource(strings = { "c:7", "c:7~", "c:7~0", "c:7~x", "c:7~3x", "c:7~r3", "c:7~-1", "c:7~r~r", "c:7~03",
			"c:7~99999999999" })
	void unknownKindIsExclusive(String part) {
		assertThat(PlaceKind.of(part)).isEqualTo(PlaceKind.EXCLUSIVE);
		assertThat(PlaceKind.withoutSuffix(part)).isEqualTo("c:7");
	}

}
