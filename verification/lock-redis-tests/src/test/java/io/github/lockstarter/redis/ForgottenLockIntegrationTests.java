package io.github.lockstarter.redis;

import java.time.Duration;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.github.lockstarter.Lease;
import io.github.lockstarter.LockRequest;
import io.github.lockstarter.core.LockSettings;
import io.github.lockstarter.test.TestRedis;
import io.github.lockstarter.test.TestRedisCluster;

/**
 * A server that has forgotten its locks when it answers again: their holders are told at
 * once, and not at the next renewal.
 */
@Timeout(180)
@Tag("gate")
class ForgottenLockIntegrationTests {

	// Nothing is renewed within a test, unless there is a reason.
	private static final LockSettings SETTINGS = LockInstance
		.settings((settings) -> settings.setLeaseTime(Duration.ofMinutes(20)));

	@Test
	void restartIsNoticed() {
		try (TestRedis redis = TestRedis.start(); LockInstance instance = LockInstance.on(redis, SETTINGS)) {
			Lease renewed = instance.locks().acquire("renewed");
			Lease fixed = instance.locks().acquire(LockRequest.of("fixed").leaseTime(Duration.ofMinutes(20)));
			redis.restart();
			awaitLoss(renewed);
			awaitLoss(fixed);
		}
	}

	@Test
	void restartOfOneMasterOfAClusterIsNoticed() {
		try (TestRedisCluster cluster = TestRedisCluster.start(3, 0);
				LockInstance instance = SharedCluster.instance(cluster, SETTINGS)) {
			TestRedis master = cluster.masters().get(0);
			Lease lease = instance.locks().acquire(SharedCluster.nameOn(cluster, master, "forgotten:"));
			master.restart();
			awaitLoss(lease);
		}
	}

	private static void awaitLoss(Lease lease) {
		Awaitility.await().until(() -> !lease.isHeld());
	}

}
