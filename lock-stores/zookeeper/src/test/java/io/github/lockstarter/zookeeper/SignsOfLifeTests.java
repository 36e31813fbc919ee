package io.github.lockstarter.zookeeper;

import java.time.Duration;

import org.junit.jupiter.api.Test;

import io.github.lockstarter.store.Moment;

import static org.assertj.core.api.Assertions.assertThat;

class SignsOfLifeTests {

	private static final Duration SESSION = Duration.ofSeconds(12);

	private final SignsOfLife signs = new SignsOfLife(at(0));

	@Test
	void sessionIsHeardOfWhenItBegins() {
		assertThat(lastHeard(100)).isEqualTo(0);
		assertThat(lastHeard(20_000)).as("and by nothing else").isEqualTo(0);
	}

	@Test
	void answerCountsFromWhenItWasAskedForAsSoonAsTheLeaderMustKnow() {
		answered(1_000, 1_200);
		assertThat(lastHeard(4_199)).as("a quarter of a session, from the answer").isEqualTo(0);
		assertThat(lastHeard(4_200)).isEqualTo(1_000);
	}

	@Test
	void latestOfThemCounts() {
		for (int second = 1; second <= 60; second++) {
			answered(second * 1_000, second * 1_000 + 10);
		}
		assertThat(lastHeard(60_010)).isEqualTo(57_000);
		assertThat(lastHeard(63_009)).isEqualTo(59_000);
		assertThat(lastHeard(63_010)).isEqualTo(60_000);
	}

	@Test
	void answerThatCameLateSaysNothingOfTheTimeBetween() {
		answered(1_000, 9_000);
		assertThat(lastHeard(9_001)).isEqualTo(0);
		assertThat(lastHeard(12_000)).isEqualTo(1_000);
	}

	@Test
	void whoeverConnectsIsHeardOfAtOnce() {
		answered(1_000, 1_010);
		this.signs.connecting(at(8_000));
		assertThat(lastHeard(8_001)).isEqualTo(8_000);
	}

	@Test
	void wallClockThatIsSetForwardMakesNoSignOlderThanItIs() {
		answered(1_000, 1_010);
		Moment later = new Moment(at(2_000).nanos(), at(3_600_000).wallMillis());
		assertThat(this.signs.lastHeard(later, SESSION)).as("not a quarter of a session by the other clock")
			.isEqualTo(at(0));
	}

	private void answered(long sent, long answered) {
		this.signs.answered(at(sent), at(answered), SESSION);
	}

	private long lastHeard(long now) {
		return this.signs.lastHeard(at(now), SESSION).wallMillis();
	}

	private static Moment at(long millis) {
		return new Moment(millis * 1_000_000, millis);
	}

}
