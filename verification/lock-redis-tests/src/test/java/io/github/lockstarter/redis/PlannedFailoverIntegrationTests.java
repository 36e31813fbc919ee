package io.github.lockstarter.redis;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.github.lockstarter.Lease;
import io.github.lockstarter.LockNotAcquiredException;
import io.github.lockstarter.LockRequest;
import io.github.lockstarter.core.LockSettings;
import io.github.lockstarter.store.SystemLockClock;
import io.github.lockstarter.test.TestRedis;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A failover that somebody asked for: the former master is healthy, and takes commands
 * until it is demoted, which is not before these tests are over. No connection breaks by
 * itself.
 */
@Timeout(180)
@Tag("gate")
class PlannedFailoverIntegrationTests {

	// Nothing is renewed within a test, unless there is a reason.
	private static final LockSettings SETTINGS = settings(false);

	private static final LockRequest KEPT = LockRequest.of("kept").waitTime(Duration.ofSeconds(60));

	@Test
	void whoIsConnectedFollowsAndHoldsWhatTheNewMasterKnows() throws Exception {
		try (WatchedRedis redis = WatchedRedis.start(1, 1);
				LockInstance first = instance(redis, "first", RedisSettings.DEFAULTS)) {
			Lease kept = first.locks().acquire(KEPT);
			Lease forgotten = first.locks().acquire("forgotten");
			Lease fixed = first.locks().acquire(LockRequest.of("fixed").leaseTime(Duration.ofMinutes(20)));
			TestRedis replica = redis.replicas().get(0);
			WatchedRedis.await().until(() -> replica.cli("HGET", "lock:fixed", "o") != null);
			replica.cli("CONFIG", "SET", "replica-read-only", "no");
			// as if it were granted when the replica had been promoted
			replica.cli("DEL", "lock:forgotten", "lock:fixed");
			String end = String.valueOf(replica.cli("HGET", "lock:kept", "x"));

			assertThat(redis.failOver(0).port()).isEqualTo(replica.port());
			try (LockInstance late = instance(redis, "late", RedisSettings.DEFAULTS)) {
				CompletableFuture<Lease> waiter = late.acquiring(KEPT);
				WatchedRedis.await().untilAsserted(() -> {
					assertThat(WatchedRedis.connections(redis.master(), "first")).isZero();
					assertThat(WatchedRedis.connections(replica, "first")).isEqualTo(2);
				});
				WatchedRedis.await().until(() -> !forgotten.isHeld() && !fixed.isHeld());
				WatchedRedis.await().until(() -> !end.equals(replica.cli("HGET", "lock:kept", "x")));
				assertThat(kept.isHeld()).isTrue();
				assertThat(waiter).isNotDone();
				try (Lease other = late.locks().acquire("forgotten")) {
					assertThat(first.acquiring(LockRequest.of("forgotten").waitTime(Duration.ZERO)))
						.failsWithin(Duration.ofSeconds(120))
						.withThrowableThat()
						.withCauseInstanceOf(LockNotAcquiredException.class);
					assertThat(other.fencingToken()).isGreaterThan(forgotten.fencingToken());
				}
				kept.close();
				waiter.get(120, TimeUnit.SECONDS).close();
				assertThat(redis.master().info("replication")).as("the former master").containsEntry("role", "master");
			}
		}
	}

	@Test
	void sentinelThatHasNotHeardOfItMisleadsNobody() {
		try (WatchedRedis redis = WatchedRedis.start(1, 2);
				LockInstance first = instance(redis, "first", RedisSettings.DEFAULTS)) {
			first.locks().acquire(KEPT).close();
			TestRedis behind = redis.sentinels().get(0);
			WatchedRedis.await().until(() -> behind.info("sentinel").get("master0").contains("slaves=1"));
			behind.pause();
			TestRedis replica = redis.failOver(1);
			WatchedRedis.await().until(() -> WatchedRedis.connections(replica, "first") == 2);
			// what the other one has published is lost with its connections
			for (TestRedis server : new TestRedis[] { redis.master(), replica }) {
				server.cli("CLIENT", "KILL", "TYPE", "pubsub");
			}
			behind.resume();
			assertThat(WatchedRedis.isNamed(behind, redis.master())).isTrue();
			try (LockInstance late = instance(redis, "late", RedisSettings.DEFAULTS)) {
				WatchedRedis.await().until(() -> WatchedRedis.connections(replica, "late") == 2);
				WatchedRedis.await().until(() -> WatchedRedis.connections(replica, "first") == 2);
				assertThat(WatchedRedis.connections(redis.master(), "late")).isZero();
				try (Lease lease = late.locks().acquire(KEPT)) {
					assertThat(first.acquires(KEPT.waitTime(Duration.ZERO))).isFalse();
				}
				assertThat(WatchedRedis.isNamed(behind, redis.master())).as("what it still says").isTrue();
			}
		}
	}

	@Test
	void locksAreConfirmedByTheOtherReplicaOfTheNewMaster() {
		RedisSettings confirmed = new RedisSettings(Duration.ZERO, 1, Duration.ofMillis(200));
		try (WatchedRedis redis = WatchedRedis.start(2, 1);
				LockInstance first = instance(redis, "first", confirmed);
				Lease kept = first.locks().acquire(KEPT)) {
			TestRedis next = redis.failOver(0);
			WatchedRedis.await().until(() -> WatchedRedis.connections(next, "first") == 3);
			assertThat(redis.sentinels().get(0).cli("ACL", "LOG")).as("what was refused").isEqualTo(List.of());
			first.locks().acquire(LockRequest.of("another").waitTime(Duration.ofSeconds(60))).close();
			assertThat(kept.isHeld()).isTrue();
			assertThat(WatchedRedis.connections(redis.master(), "first")).isZero();
			assertThat(redis.master().info("replication")).as("the former master").containsEntry("role", "master");
		}
	}

	private static LockSettings settings(boolean handOffConfirm) {
		return LockInstance.settings(
				(settings) -> settings.setLeaseTime(Duration.ofMinutes(20)).getHandOff().setConfirm(handOffConfirm));
	}

	private static LockInstance instance(WatchedRedis redis, String name, RedisSettings settings) {
		LockSettings locks = settings(settings.minReplicas() > 0);
		return LockInstance.on(redis.factory(name), locks, settings, new SystemLockClock());
	}

}
