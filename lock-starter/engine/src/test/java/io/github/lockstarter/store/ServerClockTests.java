package io.github.lockstarter.store;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link ServerClock}.
 */
class ServerClockTests {

	private static final long SECOND = 1_000_000_000;

	private final ServerClock clock = new ServerClock(new Moment(0, 5_000));

	@Test
	void untilTheServerHasSpokenACutoffGoesByTheClockOfThisJvm() {
		assertThat(this.clock.at(SECOND)).isEqualTo(6_000);
	}

	@Test
	void noTokenGoesByTheClockOfThisJvm() {
		assertThat(this.clock.microsAt(SECOND)).isZero();
	}

	@Test
	void cutoffGoesByTheLastAnswer() {
		this.clock.observe(0, 8_000);
		this.clock.observe(0, 9_000);
		assertThat(this.clock.at(SECOND)).isEqualTo(10_001);
	}

	@Test
	void nearestAnswerIsTheOneOfTheFastestRoundTrip() {
		this.clock.observe(0, 8_000);
		this.clock.observe(900_000, 8_000);
		this.clock.observe(1_000_000, 8_002);
		assertThat(this.clock.microsAt(3_000_000)).isEqualTo(8_003_100);
	}

	@Test
	void clockThatWasSetForwardIsFollowed() {
		this.clock.observe(0, 8_000);
		for (int i = 1; i < 4; i++) {
			this.clock.observe(i * 2 * SECOND, 100_000 + i * 2_000);
		}
		assertThat(this.clock.microsAt(6 * SECOND)).isEqualTo(106_001_000);
	}

	@Test
	void monotonicClockThatStoodStillMakesItNoEarlierThanWhatWasHeard() {
		this.clock.observe(0, 8_000);
		this.clock.observe(1_000_000, 608_000);
		assertThat(this.clock.microsAt(2_000_000)).isEqualTo(608_000_000);
	}

	@Test
	void clockThatWasSetBackIsFollowedAtOnce() {
		this.clock.observe(0, 8_000);
		this.clock.observe(SECOND, 3_000);
		assertThat(this.clock.microsAt(SECOND)).isEqualTo(3_001_000);
	}

	@Test
	void commandWithoutALimitHasNone() {
		assertThat(this.clock.at(LockStore.NO_LIMIT)).isEqualTo(1L << 52);
	}

}
