package io.github.lockstarter.core;

import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import io.github.lockstarter.store.LockStartException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * The bounds of {@link LockSettings}, and what is shortened to fit a short lease.
 */
class LockSettingsTests {

	private static final Duration MONTH = Duration.ofDays(30);

	static Stream<Arguments> bounds() {
		return Stream.of(bound("wait-time", 0, (settings, value) -> settings.waitTime = value),
				bound("lease-time", 100, (settings, value) -> settings.leaseTime = value),
				bound("max-hold", 30_000, (settings, value) -> settings.maxHold = value),
				bound("command-timeout", 10, (settings, value) -> settings.commandTimeout = value),
				bound("hand-off.lease", 100, (settings, value) -> settings.handOffLease = value),
				bound("poll-interval", 10, (settings, value) -> settings.pollInterval = value),
				bound("fence-retention", 1_000, (settings, value) -> settings.fenceRetention = value),
				bound("cohort.max-time", 0, (settings, value) -> settings.maxTime = value),
				bound("shutdown-timeout", 0, (settings, value) -> settings.shutdownTimeout = value));
	}

	@ParameterizedTest(name = "{0}")
	@MethodSource("bounds")
	void durationsHaveALeastAndAGreatestValue(String property, Duration least, Setter setter) {
		TestSettings.of(with(setter, least));
		TestSettings.of(with(setter, MONTH));
		assertRefused(property, with(setter, least.minusNanos(1)));
		assertRefused(property, with(setter, Duration.ofDays(-1)));
		assertRefused(property, with(setter, MONTH.plusNanos(1)));
	}

	@Test
	void passesAreBetweenNoneAndSixtyFour() {
		assertThat(TestSettings.of((settings) -> settings.maxPasses = 0).cohortMaxPasses()).isZero();
		assertThat(TestSettings.of((settings) -> settings.maxPasses = 64).cohortMaxPasses()).isEqualTo(64);
		assertRefused("cohort.max-passes", (settings) -> settings.maxPasses = -1);
		assertRefused("cohort.max-passes", (settings) -> settings.maxPasses = 65);
	}

	@Test
	void turnHasATokenForEachPassWhileNobodyElseWaits() {
		assertThat(TestSettings.of((settings) -> settings.maxPasses = 0).tokensOfATurn()).isEqualTo(1);
		assertThat(TestSettings.of((settings) -> settings.maxPasses = 3).tokensOfATurn()).isEqualTo(13);
		assertThat(TestSettings.of((settings) -> settings.maxPasses = 17).tokensOfATurn()).isEqualTo(65);
		assertThat(TestSettings.of((settings) -> settings.maxPasses = 64).tokensOfATurn()).isEqualTo(65);
	}

	@Test
	void startIsWaitedForForAMinuteAtMost() {
		for (Duration value : List.of(Duration.ZERO, Duration.ofMinutes(1))) {
			assertThat(LockSettings.of((settings) -> settings.setStartTimeout(value)).startTimeout()).isEqualTo(value);
		}
		for (Duration value : List.of(Duration.ofNanos(-1), Duration.ofMinutes(1).plusNanos(1), MONTH)) {
			assertThatExceptionOfType(LockStartException.class)
				.isThrownBy(() -> LockSettings.of((settings) -> settings.setStartTimeout(value)))
				.withMessageContaining("distributed-lock.start-timeout ");
		}
	}

	@Test
	void refusalNamesThePropertyItsValueAndWhatItMustBe() {
		assertThatExceptionOfType(LockStartException.class)
			.isThrownBy(() -> TestSettings.of((settings) -> settings.leaseTime = Duration.ofMillis(99)))
			.withMessage("distributed-lock.lease-time is 99ms, but must be at least 100ms")
			.satisfies((ex) -> assertThat(ex.getAction())
				.isEqualTo("Change the property distributed-lock.lease-time: it must be at least 100ms."));
	}

	@Test
	void answerAndPollTakeAtMostASixthOfTheLease() {
		LockSettings shortened = TestSettings.of((settings) -> settings.leaseTime = Duration.ofSeconds(3));
		assertThat(shortened.commandTimeout()).isEqualTo(Duration.ofMillis(500));
		assertThat(shortened.pollInterval()).isEqualTo(Duration.ofMillis(500));
		assertThat(shortened.pollMillis()).isEqualTo(500);
		assertThat(shortened.silenceMillis()).isEqualTo(1_500);
	}

	@Test
	void handOffLeaseIsNoLongerThanTheLease() {
		LockSettings shortened = TestSettings.of((settings) -> settings.leaseTime = Duration.ofMillis(700));
		assertThat(shortened.handOffLease()).isEqualTo(Duration.ofMillis(700));
	}

	@Test
	void freeLockIsRememberedForAsLongAsAQuestionMayBeOnItsWay() {
		LockSettings settings = TestSettings.of((changed) -> {
			changed.fenceRetention = Duration.ofSeconds(1);
			changed.commandTimeout = Duration.ofSeconds(4);
		});
		assertThat(settings.fenceRetention()).isEqualTo(Duration.ofSeconds(8));
	}

	@Test
	void questionsThatAreShortenedMakeNoRetentionLonger() {
		LockSettings settings = TestSettings.of((changed) -> {
			changed.leaseTime = Duration.ofSeconds(3);
			changed.fenceRetention = Duration.ofMillis(1_001);
			changed.commandTimeout = Duration.ofSeconds(4);
		});
		assertThat(settings.fenceRetention()).isEqualTo(Duration.ofMillis(1_001));
	}

	@Test
	void whatFitsStaysAsItIs() {
		LockSettings settings = TestSettings.defaults();
		assertThat(settings.commandTimeout()).isEqualTo(Duration.ofSeconds(1));
		assertThat(settings.pollInterval()).isEqualTo(Duration.ofSeconds(3));
		assertThat(settings.handOffLease()).isEqualTo(Duration.ofSeconds(2));
		assertThat(settings.fenceRetention()).isEqualTo(Duration.ofMinutes(1));
		assertThat(settings.maxHold()).isNull();
		assertThat(settings.leaseMillis()).isEqualTo(30_000);
	}

	private static Consumer<TestSettings> with(Setter setter, Duration value) {
		return (settings) -> setter.set(settings, value);
	}

	private static void assertRefused(String property, Consumer<TestSettings> change) {
		assertThatExceptionOfType(LockStartException.class).isThrownBy(() -> TestSettings.of(change))
			.withMessageStartingWith("distributed-lock." + property + " ")
			.satisfies((ex) -> assertThat(ex.getAction()).contains(" distributed-lock." + property + ":"));
	}

	private static Arguments bound(String property, long leastMillis, Setter setter) {
		return Arguments.of(property, Duration.ofMillis(leastMillis), setter);
	}

	/**
	 * Sets one duration.
	 */
	interface Setter {

		void set(TestSettings settings, Duration value);

	}

}
