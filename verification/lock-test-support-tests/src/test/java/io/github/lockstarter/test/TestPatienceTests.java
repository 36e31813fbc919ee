package io.github.lockstarter.test;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * That {@link TestPatience} is found.
 */
class TestPatienceTests {

	@Test
	void conditionsHaveTheTimeOfABusyMachine() {
		AtomicReference<Duration> limit = new AtomicReference<>();
		Awaitility.await()
			.conditionEvaluationListener((condition) -> limit
				.set(Duration.ofMillis(condition.getElapsedTimeInMS() + condition.getRemainingTimeInMS())))
			.until(() -> true);
		assertThat(limit.get()).isBetween(Duration.ofSeconds(119), Duration.ofSeconds(121));
	}

}
