package io.github.lockstarter.redis;

import java.time.Duration;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.github.lockstarter.Lease;
import io.github.lockstarter.LockRequest;
import io.github.lockstarter.LockUnavailableException;
import io.github.lockstarter.core.LeaseEnd;
import io.github.lockstarter.core.LockSettings;
import io.github.lockstarter.store.SystemLockClock;
import io.github.lockstarter.test.TestRedis;
import io.github.lockstarter.test.TestRedisCluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Leases that count only when the replica has them, on a cluster: also while a slot
 * moves.
 */
// slots and replicas move while leases are confirmed
@Tag("slow")
@Timeout(120)
class ClusterConfirmationIntegrationTests {

	private static final LockSettings SETTINGS = LockInstance
		.settings((settings) -> settings.setLeaseTime(Duration.ofSeconds(6)).getHandOff().setConfirm(true));

	private static final RedisSettings CONFIRMED = new RedisSettings(Duration.ZERO, 1, Duration.ofMillis(80));

	private TestRedisCluster cluster;

	private LockInstance instance;

	@BeforeEach
	void start() {
		this.cluster = TestRedisCluster.start(3, 1);
		this.instance = LockInstance.on(SharedCluster.factory(this.cluster, "confirming"), SETTINGS, CONFIRMED,
				new SystemLockClock());
	}

	@AfterEach
	void stop() {
		this.instance.close();
		this.cluster.close();
	}

	@Test
	void leasesAreConfirmedByTheReplicasOfTheirNodesWhereverTheyMove() {
		for (TestRedis master : this.cluster.masters()) {
			this.instance.locks().acquire(name(master)).close();
		}
		String name = "moves";
		int slot = SharedCluster.slot(name);
		LockRequest request = LockRequest.of(name).waitTime(Duration.ofMinutes(1));
		TestRedis target = SharedCluster.another(this.cluster, slot);
		Lease[] lease = new Lease[1];
		this.cluster.moveSlot(slot, target, () -> {
			lease[0] = this.instance.locks().acquire(request);
			LeaseEnd.awaitRenewal(lease[0]);
		});
		LeaseEnd.awaitRenewal(lease[0]);
		lease[0].close();
		TestRedis replica = this.cluster.replicas().get(0);
		replica.pause();
		String unconfirmed = name(this.cluster.masters().get(0));
		assertThatExceptionOfType(LockUnavailableException.class).isThrownBy(
				() -> this.instance.locks().acquire(LockRequest.of(unconfirmed).waitTime(Duration.ofMillis(500))));
		assertThat(this.instance.acquires(LockRequest.of(name(this.cluster.masters().get(1))))).as("another node")
			.isTrue();
		replica.resume();
	}

	private String name(TestRedis master) {
		return SharedCluster.nameOn(this.cluster, master, "confirmed:");
	}

}
