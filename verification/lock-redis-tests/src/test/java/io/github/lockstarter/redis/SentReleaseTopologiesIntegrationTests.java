package io.github.lockstarter.redis;

import java.time.Duration;

import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.github.lockstarter.Lease;
import io.github.lockstarter.LockRequest;
import io.github.lockstarter.ReleaseMode;
import io.github.lockstarter.core.LockSettings;
import io.github.lockstarter.test.TestRedis;
import io.github.lockstarter.test.TestRedisCluster;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A release that nobody waits for, where there is more than one Redis.
 */
@Timeout(120)
@Tag("gate")
class SentReleaseTopologiesIntegrationTests {

	private static final LockSettings SENT = LockInstance.settings((settings) -> settings.setRelease(ReleaseMode.SENT)
		.setLeaseTime(Duration.ofMinutes(1))
		.setCommandTimeout(Duration.ofSeconds(10)));

	@Test
	void releaseFollowsItsSlotToAnotherMaster() {
		TestRedisCluster cluster = SharedCluster.get();
		try (LockInstance first = SharedCluster.instance(cluster, SENT);
				LockInstance second = SharedCluster.instance(cluster, SENT)) {
			for (int i = 0; i < 5; i++) {
				String name = "sent:moved:" + i;
				Lease lease = first.locks().acquire(name);
				int slot = SharedCluster.slot(name);
				cluster.moveSlot(slot, SharedCluster.another(cluster, slot));
				lease.close();
				awaited().until(() -> second.locks().describe(name).isEmpty());
			}
		}
	}

	@Test
	void releaseGoesToAllMastersOfAQuorum() {
		try (ThreeMasters masters = new ThreeMasters(); LockInstance server = masters.instance(SENT, Duration.ZERO)) {
			server.locks().acquire("job").close();
			masters.all().forEach((master) -> awaited().until(() -> isFree(master)));
			assertThat(server.acquires(LockRequest.of("job").noWait())).isTrue();
		}
	}

	@Test
	void masterThatHearsOfTheReleaseLateKeepsNothing() {
		try (ThreeMasters masters = new ThreeMasters(); LockInstance server = masters.instance(SENT, Duration.ZERO)) {
			Lease lease = server.locks().acquire("job");
			awaited().until(() -> masters.all().stream().noneMatch(SentReleaseTopologiesIntegrationTests::isFree));
			masters.get(2).pause();
			lease.close();
			awaited().until(() -> isFree(masters.get(0)) && isFree(masters.get(1)));
			masters.get(2).resume();
			awaited().until(() -> isFree(masters.get(2)));
		}
	}

	private static boolean isFree(TestRedis master) {
		return master.cli("HGET", "lock:job", "x") == null;
	}

	private static ConditionFactory awaited() {
		return Awaitility.await();
	}

}
