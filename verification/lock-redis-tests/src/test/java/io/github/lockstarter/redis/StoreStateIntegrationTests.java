package io.github.lockstarter.redis;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

import io.github.lockstarter.core.LockSettings;
import io.github.lockstarter.store.StoreState;
import io.github.lockstarter.test.RefusedConnection;
import io.github.lockstarter.test.TestRedis;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What the store says of its connections without asking Redis.
 */
class StoreStateIntegrationTests {

	private static final LockSettings SETTINGS = LockInstance
		.settings((settings) -> settings.setCommandTimeout(Duration.ofMillis(200)));

	@Test
	void stateTellsAnOutageAndItsEnd() {
		try (TestRedis redis = TestRedis.start(); LockInstance instance = LockInstance.on(redis, SETTINGS)) {
			assertThat(instance.store().state()).isEqualTo(new StoreState(StoreState.Link.UP, StoreState.Link.UP));

			// the store counts in milliseconds
			Instant before = Instant.now().truncatedTo(ChronoUnit.MILLIS);
			redis.kill();
			Awaitility.await().untilAsserted(() -> {
				assertDown(instance.store().state().commands(), before);
				assertDown(instance.store().state().messages(), before);
			});
			Instant since = instance.store().state().commands().since();

			String refused = RefusedConnection.words();
			Awaitility.await()
				.untilAsserted(() -> assertThat(instance.store().state().commands().trouble()).contains(refused));
			assertThat(instance.store().state().commands().since()).isEqualTo(since);

			redis.restart();
			Awaitility.await()
				.untilAsserted(() -> assertThat(instance.store().state())
					.isEqualTo(new StoreState(StoreState.Link.UP, StoreState.Link.UP)));
		}
	}

	@Test
	void stoppedStoreSaysNothing() {
		LockInstance instance = LockInstance.on(TestRedis.shared());
		instance.close();
		assertThat(instance.store().state()).isEqualTo(StoreState.UNKNOWN);
	}

	private static void assertDown(StoreState.Link link, Instant before) {
		assertThat(link.condition()).isEqualTo(StoreState.Condition.DOWN);
		assertThat(link.trouble()).isNotBlank();
		assertThat(link.since()).isBetween(before, Instant.now());
	}

}
