package io.github.lockstarter.redis;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.github.lockstarter.Lease;
import io.github.lockstarter.LockLostException;
import io.github.lockstarter.LockRequest;
import io.github.lockstarter.core.LockSettings;
import io.github.lockstarter.test.TestRedis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * What a client of Redis can do that may read a lock and publish on its channels, as the
 * threat model says.
 */
@Timeout(120)
class ForgedNotificationIntegrationTests {

	private static final String NAME = "forged";

	// Larger than each that the clock gives in the next hundred years.
	private static final long FORGED = 5_000_000_000_000_000L;

	private static TestRedis redis;

	@BeforeAll
	static void start() {
		redis = TestRedis.start();
	}

	@AfterAll
	static void stop() {
		redis.close();
	}

	@Test
	void waiterBelievesItUntilItsFirstRenewal() throws Exception {
		try (LockInstance holder = LockInstance.on(redis); LockInstance waiter = LockInstance.on(redis)) {
			Lease held = holder.locks().acquire(LockRequest.of(NAME));
			CompletableFuture<Lease> waiting = waiter.acquiring(LockRequest.of(NAME));
			holder.awaitWaiters(NAME, 1);
			forge();
			Lease second = waiting.get(120, TimeUnit.SECONDS);
			assertThat(second.fencingToken()).isEqualTo(FORGED);
			Awaitility.await().until(() -> !second.isHeld());
			assertThatExceptionOfType(LockLostException.class).isThrownBy(second::close);
			assertThat(held.isHeld()).isTrue();
			held.close();
		}
	}

	@Test
	void waiterThatConfirmsDoesNotBelieveIt() throws Exception {
		LockSettings confirming = LockInstance.settings((settings) -> settings.getHandOff().setConfirm(true));
		try (LockInstance holder = LockInstance.on(redis, confirming);
				LockInstance waiter = LockInstance.on(redis, confirming)) {
			Lease held = holder.locks().acquire(LockRequest.of(NAME));
			CompletableFuture<Lease> waiting = waiter.acquiring(LockRequest.of(NAME));
			holder.awaitWaiters(NAME, 1);
			forge();
			// the notification of the release comes behind the forged one
			held.close();
			try (Lease second = waiting.get(120, TimeUnit.SECONDS)) {
				assertThat(second.fencingToken()).isGreaterThan(held.fencingToken()).isLessThan(FORGED);
			}
		}
	}

	private static void forge() {
		String attempt = new RawLock(redis, "lock:" + NAME, "lock:%push:").fields()
			.entrySet()
			.stream()
			.filter((field) -> field.getKey().startsWith("q"))
			.findFirst()
			.orElseThrow()
			.getValue();
		List<?> time = (List<?>) redis.cli("TIME");
		long millis = Long.parseLong((String) time.get(0)) * 1000 + Long.parseLong((String) time.get(1)) / 1000;
		String client = attempt.substring(0, attempt.lastIndexOf(':'));
		assertThat(redis.cli("PUBLISH", "lock:%push:" + client,
				"GRANT " + attempt + ' ' + millis + ' ' + FORGED + ' ' + FORGED + " 20000 lock:" + NAME))
			.hasToString("1");
	}

}
