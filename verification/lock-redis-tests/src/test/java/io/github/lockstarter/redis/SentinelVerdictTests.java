package io.github.lockstarter.redis;

import java.util.List;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Which of the masters that Sentinels name is the master.
 */
class SentinelVerdictTests {

	private static final Address OLD = new Address("old", 1);

	private static final Address NEW = new Address("new", 2);

	private final Sentinels.Verdict verdict = new Sentinels.Verdict(3);

	@Test
	void newestEpochIsRightHoweverManySayOtherwise() {
		assertThat(hear(old(4), old(4), old(4))).isEqualTo(OLD);
		assertThat(hear(old(4), old(4), renewed(5))).isEqualTo(NEW);
	}

	@Test
	void sentinelThatIsBehindTakesNobodyBack() {
		hear(renewed(5), old(4), old(4));
		assertThat(hear(old(4))).isEqualTo(NEW);
		assertThat(hear(old(4), old(4))).isEqualTo(NEW);
		assertThat(lost(old(4))).isEqualTo(NEW);
	}

	@Test
	void majorityThatCountsFromTheBeginningIsRightForWhomTheMasterIsAway() {
		hear(old(7), old(7), old(7));
		assertThat(lost(renewed(0), old(7))).isEqualTo(OLD);
		assertThat(lost(renewed(0), renewed(0), old(7))).as("one of them remembers").isEqualTo(OLD);
		assertThat(lost(renewed(0))).isEqualTo(OLD);
		assertThat(lost(renewed(0), renewed(0))).isEqualTo(NEW);
		assertThat(hear(old(1), renewed(0), renewed(0))).isEqualTo(OLD);
	}

	@Test
	void epochsThatBeginAnewForTheSameMasterAreFollowedFromThere() {
		hear(old(7), old(7), old(7));
		assertThat(hear(old(0))).isEqualTo(OLD);
		assertThat(hear(renewed(1))).as("one says nothing about the others").isEqualTo(OLD);
		assertThat(hear(old(0), old(0))).isEqualTo(OLD);
		assertThat(hear(renewed(1))).isEqualTo(NEW);
	}

	@Test
	void mostAreRightAboutOneEpoch() {
		assertThat(hear(old(6))).isEqualTo(OLD);
		assertThat(hear(old(6), renewed(6))).isEqualTo(OLD);
		assertThat(hear(old(6), renewed(6), renewed(6))).isEqualTo(NEW);
		assertThat(hear(old(6))).isEqualTo(NEW);
	}

	@Test
	void mostNameItWhereNobodyTellsAnEpoch() {
		assertThat(hear(old(-1), renewed(-1), renewed(-1))).isEqualTo(NEW);
		assertThat(hear(old(-1), renewed(-1))).isEqualTo(NEW);
		assertThat(hear(old(-1))).isEqualTo(NEW);
		assertThat(hear(old(-1), old(-1), renewed(-1))).isEqualTo(OLD);
	}

	@Test
	void firstOneIsHeardFirst() {
		assertThat(hear(old(3), renewed(3))).isEqualTo(OLD);
	}

	@Test
	void oneSentinelIsAllOfThem() {
		Sentinels.Verdict alone = new Sentinels.Verdict(1);
		assertThat(alone.hear(List.of(old(-1)), true)).isEqualTo(OLD);
		assertThat(alone.hear(List.of(renewed(-1)), true)).isEqualTo(NEW);
	}

	private Address hear(Sentinels.Word... said) {
		return this.verdict.hear(List.of(said), true);
	}

	private Address lost(Sentinels.Word... said) {
		return this.verdict.hear(List.of(said), false);
	}

	private static Sentinels.Word old(long epoch) {
		return new Sentinels.Word(OLD, epoch);
	}

	private static Sentinels.Word renewed(long epoch) {
		return new Sentinels.Word(NEW, epoch);
	}

}
