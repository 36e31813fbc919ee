package io.github.lockstarter.redis;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.github.lockstarter.Lease;
import io.github.lockstarter.core.LockSettings;
import io.github.lockstarter.store.SystemLockClock;
import io.github.lockstarter.test.FaultProxy;
import io.github.lockstarter.test.TestRedis;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A lease that is lost by the clock of its holder, while a renewal that was executed and
 * not answered has made it longer in Redis.
 */
@Timeout(300)
class LostLeaseIntegrationTests {

	private static final long LEASE = 6_000;

	// On a busy machine the connection may be given up before the renewal is due.
	private static final int TRIES = 10;

	private static final LockSettings SETTINGS = LockInstance.settings(
			(settings) -> settings.setLeaseTime(Duration.ofMillis(LEASE)).setCommandTimeout(Duration.ofMillis(500)));

	@Test
	void releaseOfALostLeaseThatNeverArrivedIsRepeated() throws Exception {
		boolean tested = false;
		for (int i = 0; i < TRIES && !tested; i++) {
			tested = isReleasedAfterALoss();
		}
		assertThat(tested).as("a renewal that nobody heard of has made a lease longer").isTrue();
	}

	/**
	 * Loses a lease that Redis keeps, because a renewal has arrived whose answer has not.
	 * @return whether one has arrived before the connection was given up
	 */
	private static boolean isReleasedAfterALoss() throws Exception {
		try (TestRedis redis = TestRedis.start();
				FaultProxy proxy = FaultProxy.to(redis.host(), redis.port());
				LockInstance holder = LockInstance.on("127.0.0.1", proxy.port(), SETTINGS, new SystemLockClock());
				LockInstance other = LockInstance.on(redis)) {
			Lease lease = holder.locks().acquire("lost");
			CountDownLatch lost = new CountDownLatch(1);
			lease.onLost(lost::countDown);
			proxy.replies(FaultProxy.Flow.DROP);
			assertThat(lost.await(120, TimeUnit.SECONDS)).isTrue();
			boolean longer = other.locks().describe("lost").isPresent();
			proxy.requests(FaultProxy.Flow.DROP);
			lease.release();
			proxy.requests(FaultProxy.Flow.PASS);
			proxy.replies(FaultProxy.Flow.PASS);
			proxy.cut();
			RawLock raw = new RawLock(redis, "lock:lost", "lock:%push:");
			Awaitility.await().untilAsserted(() -> assertThat(raw.fields()).as("released").doesNotContainKey("x"));
			return longer;
		}
	}

}
