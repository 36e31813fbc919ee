package io.github.lockstarter.redis;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.github.lockstarter.Lease;
import io.github.lockstarter.LockRequest;
import io.github.lockstarter.test.TestRedis;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * How often a Redis is asked that refuses. The bounds are on counts, which a busy machine
 * makes smaller.
 */
// how many commands there are in some seconds of real time
@Tag("slow")
@Timeout(120)
class CalmIntegrationTests {

	private static final String REFUSING = "min-replicas-to-write";

	@Test
	void renewalsThatRedisRefusesKeepTheirPauses() throws Exception {
		try (TestRedis redis = TestRedis.start();
				LockInstance server = LockInstance.on(redis,
						LockInstance.settings((settings) -> settings.setLeaseTime(Duration.ofSeconds(9))))) {
			Lease lease = server.locks().acquire("held");
			CountDownLatch lost = new CountDownLatch(1);
			lease.onLost(lost::countDown);
			redis.cli("CONFIG", "SET", REFUSING, "1");
			long before = scripts(redis);
			assertThat(lost.await(120, TimeUnit.SECONDS)).isTrue();
			// six seconds with pauses of 25 to 250 ms
			assertThat(scripts(redis) - before).isBetween(5L, 250L);
			redis.cli("CONFIG", "SET", REFUSING, "0");
			lease.release();
			Awaitility.await().until(() -> server.locks().describe("held").isEmpty());
		}
	}

	@Test
	void questionsThatRedisRefusesKeepTheirPauses() throws Exception {
		try (TestRedis redis = TestRedis.start(); LockInstance server = LockInstance.on(redis)) {
			redis.cli("CONFIG", "SET", REFUSING, "1");
			long before = scripts(redis);
			CompletableFuture<Lease> waiter = server
				.acquiring(LockRequest.of("wanted").waitTime(Duration.ofSeconds(3)));
			assertThat(waiter.handle((lease, failure) -> failure != null).get(120, TimeUnit.SECONDS)).isTrue();
			assertThat(scripts(redis) - before).isBetween(5L, 120L);
			redis.cli("CONFIG", "SET", REFUSING, "0");
			assertThat(server.acquires(LockRequest.of("wanted"))).isTrue();
		}
	}

	private static long scripts(TestRedis redis) {
		String stats = redis.info("commandstats").getOrDefault("cmdstat_evalsha", "calls=0,");
		return Long.parseLong(stats.substring("calls=".length(), stats.indexOf(',')));
	}

}
