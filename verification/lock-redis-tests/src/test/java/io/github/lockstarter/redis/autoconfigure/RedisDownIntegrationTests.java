package io.github.lockstarter.redis.autoconfigure;

import java.time.Duration;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import io.github.lockstarter.Lease;
import io.github.lockstarter.LockOperations;
import io.github.lockstarter.LockRequest;
import io.github.lockstarter.LockUnavailableException;
import io.github.lockstarter.autoconfigure.LoggedWarnings;
import io.github.lockstarter.test.RefusedConnection;
import io.github.lockstarter.test.TestRedis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * An application that starts before its Redis.
 */
@ExtendWith(OutputCaptureExtension.class)
@Tag("gate")
class RedisDownIntegrationTests {

	// What a wait may take longer than asked for on a machine under load.
	private static final Duration SLACK = Duration.ofSeconds(15);

	private static final LockRequest REQUEST = LockRequest.of("a");

	@Test
	void applicationStartsAndLocksAreUnavailableUntilRedisIsThere(CapturedOutput output) {
		try (TestRedis redis = TestRedis.start("--requirepass", "s3cret-word")) {
			redis.kill();
			LockApplication.on(redis)
				.withPropertyValues("spring.data.redis.password=s3cret-word", "distributed-lock.command-timeout=200ms")
				.run((context) -> {
					assertThat(context).hasNotFailed();
					LockOperations locks = context.getBean(LockOperations.class);
					assertUnavailableWithin(Duration.ofMillis(200), locks, REQUEST.noWait());
					assertUnavailableWithin(Duration.ofMillis(600), locks, REQUEST.waitTime(Duration.ofMillis(500)));
					assertThat(LoggedWarnings.in(output)).singleElement()
						.asString()
						.contains("127.0.0.1:" + redis.port(), "cannot be reached", RefusedConnection.words(),
								"LockUnavailableException")
						.doesNotContain("s3cret-word");

					redis.restart();
					Awaitility.await().ignoreExceptions().untilAsserted(() -> locks.acquire(REQUEST).close());
					assertThat(output).containsOnlyOnce("can be reached again");
					assertThat(LoggedWarnings.in(output)).hasSize(1);
				});
			assertThat(LoggedWarnings.in(output)).hasSize(1);
		}
	}

	@Test
	void waiterThatCameDuringTheOutageGetsTheLockWhenItIsOver() {
		try (TestRedis redis = TestRedis.start()) {
			redis.kill();
			LockApplication.on(redis).run((context) -> {
				LockOperations locks = context.getBean(LockOperations.class);
				Thread operator = new Thread(redis::restart);
				operator.start();
				try (Lease lease = locks.acquire(REQUEST.waitTime(Duration.ofMinutes(1)))) {
					assertThat(lease.isHeld()).isTrue();
				}
				operator.join();
			});
		}
	}

	@Test
	void secondOutageIsWorthASecondWarning(CapturedOutput output) {
		try (TestRedis redis = TestRedis.start()) {
			LockApplication.on(redis).run((context) -> {
				LockOperations locks = context.getBean(LockOperations.class);
				locks.acquire(REQUEST).close();
				assertThat(LoggedWarnings.in(output)).isEmpty();
				for (int outage = 1; outage <= 2; outage++) {
					redis.kill();
					assertUnavailableWithin(Duration.ofSeconds(1), locks, REQUEST.noWait());
					redis.restart();
					Awaitility.await().ignoreExceptions().untilAsserted(() -> locks.acquire(REQUEST).close());
					assertThat(LoggedWarnings.in(output)).hasSize(outage);
				}
			});
		}
	}

	private static void assertUnavailableWithin(Duration budget, LockOperations locks, LockRequest request) {
		long begin = System.nanoTime();
		assertThatExceptionOfType(LockUnavailableException.class).isThrownBy(() -> locks.acquire(request))
			.withMessageContaining("Redis");
		assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(budget.plus(SLACK));
		assertThatExceptionOfType(LockUnavailableException.class).isThrownBy(() -> locks.tryAcquire(request));
	}

}
