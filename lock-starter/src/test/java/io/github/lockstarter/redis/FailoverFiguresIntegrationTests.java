package io.github.lockstarter.redis;

import java.time.Duration;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

import io.github.lockstarter.Lease;
import io.github.lockstarter.LockRequest;
import io.github.lockstarter.LockUnavailableException;
import io.github.lockstarter.core.LockSettings;
import io.github.lockstarter.store.SystemLockClock;
import io.github.lockstarter.test.TestRedis;
import io.github.lockstarter.test.TestRedisCluster;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * How many failovers of a cluster make two holders. The replica hears nothing while the
 * lock is asked for, then its master dies and it is promoted: the worst that asynchronous
 * replication can do.
 */
@EnabledIfSystemProperty(named = "cluster.failovers", matches = "\\d+",
		disabledReason = "takes ten seconds for each: -Dcluster.failovers=20 runs it")
class FailoverFiguresIntegrationTests {

	private static final int FAILOVERS = Integer.getInteger("cluster.failovers", 0);

	private static final LockSettings SETTINGS = LockInstance.settings((settings) -> settings.handOffConfirm(true)
		.leaseTime(Duration.ofSeconds(30))
		.commandTimeout(Duration.ofMillis(400)));

	@Test
	void confirmedGrantsHaveNoSecondHolder(TestReporter reporter) {
		int overlaps = overlaps(1);
		reporter.publishEntry("min-replicas=1", overlaps + " overlaps in " + FAILOVERS + " failovers");
		assertThat(overlaps).isZero();
	}

	@Test
	void unconfirmedGrantsMayHaveOne(TestReporter reporter) {
		int overlaps = overlaps(0);
		reporter.publishEntry("min-replicas=0", overlaps + " overlaps in " + FAILOVERS + " failovers");
	}

	private static int overlaps(int minReplicas) {
		int overlaps = 0;
		for (int i = 0; i < FAILOVERS; i++) {
			// with a grant that the replica has heard of, and with one that it has not
			overlaps += overlaps(minReplicas, i % 2 == 0);
		}
		return overlaps;
	}

	private static int overlaps(int minReplicas, boolean cut) {
		RedisSettings redis = new RedisSettings(Duration.ZERO, minReplicas, Duration.ofMillis(200));
		Overlaps overlaps = new Overlaps();
		try (TestRedisCluster cluster = TestRedisCluster.start(3, 1);
				LockInstance first = instance(cluster, redis);
				LockInstance second = instance(cluster, redis)) {
			TestRedis master = cluster.masters().get(0);
			TestRedis replica = cluster.replicas().get(0);
			LockRequest request = LockRequest.of(SharedCluster.nameOn(cluster, master, "figures:"));
			if (cut) {
				replica.pause();
				// else it would find in its socket what was sent meanwhile
				master.cli("CLIENT", "KILL", "TYPE", "replica");
			}
			enter(first, request.waitTime(Duration.ofSeconds(2)), overlaps);
			master.kill();
			replica.resume();
			cluster.awaitPromotion(replica);
			enter(second, request.waitTime(Duration.ofSeconds(5)), overlaps);
			return overlaps.count();
		}
	}

	private static void enter(LockInstance instance, LockRequest request, Overlaps overlaps) {
		Lease lease = lease(instance, request);
		if (lease != null) {
			// and stays
			overlaps.entered(lease);
		}
	}

	private static @Nullable Lease lease(LockInstance instance, LockRequest request) {
		try {
			return instance.locks().tryAcquire(request).orElse(null);
		}
		catch (LockUnavailableException ex) {
			return null;
		}
	}

	private static LockInstance instance(TestRedisCluster cluster, RedisSettings redis) {
		return LockInstance.on(SharedCluster.factory(cluster, "figures"), SETTINGS, redis, new SystemLockClock());
	}

}
