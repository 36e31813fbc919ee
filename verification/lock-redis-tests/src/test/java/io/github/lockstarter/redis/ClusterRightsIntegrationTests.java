package io.github.lockstarter.redis;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.data.redis.connection.RedisClusterConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import io.github.lockstarter.Lease;
import io.github.lockstarter.LockInfo;
import io.github.lockstarter.LockMode;
import io.github.lockstarter.LockRequest;
import io.github.lockstarter.core.LeaseEnd;
import io.github.lockstarter.core.LockSettings;
import io.github.lockstarter.store.SystemLockClock;
import io.github.lockstarter.test.TestRedis;
import io.github.lockstarter.test.TestRedisCluster;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The rights that docs/cluster.md asks of an administrator are enough for everything a
 * lock does in a cluster; and who may not publish is not believed to be heard.
 */
@Timeout(120)
@Tag("gate")
class ClusterRightsIntegrationTests {

	private static final List<String> RIGHTS = List.of("+evalsha", "+eval", "+time", "+hmget", "+hget", "+hset",
			"+hincrby", "+hdel", "+hscan", "+pexpire", "+pttl", "+publish", "+subscribe", "+ping", "+set", "+get",
			"+client|setname", "+cluster|slots", "+cluster|myid", "+asking");

	private static final LockSettings SETTINGS = LockInstance
		.settings((settings) -> settings.setLeaseTime(Duration.ofSeconds(12)));

	private final TestRedisCluster cluster = SharedCluster.get();

	@Test
	void everythingWorksWithTheseRights() throws Exception {
		allow("least", RIGHTS);
		LockRequest request = LockRequest.of("rights").waitTime(Duration.ofMinutes(1));
		int slot = SharedCluster.slot("rights");
		try (LockInstance first = LockInstance.on(factory("least"), SETTINGS, new SystemLockClock());
				LockInstance second = LockInstance.on(factory("least"), SETTINGS, new SystemLockClock())) {
			Lease lease = first.locks().acquire(request);
			CompletableFuture<Lease> waiter = second.acquiring(request);
			first.awaitWaiters("rights", 1);
			assertThat(first.locks().describe("rights")).map(LockInfo::holder).contains("test@host:1");
			TestRedis target = SharedCluster.another(this.cluster, slot);
			this.cluster.moveSlot(slot, target, () -> assertThat(second.acquires(elsewhere(slot))).isTrue());
			LeaseEnd.awaitRenewal(lease);
			lease.close();
			waiter.get(120, TimeUnit.SECONDS).close();
			first.locks().acquire(request.mode(LockMode.READ)).close();
			Awaitility.await().until(() -> second.store().isPushAvailable("rights"));
		}
		assertThat(this.cluster.masters())
			.allSatisfy((master) -> assertThat(AclLog.refused(master, "least")).containsExactly("info"));
	}

	@Test
	void waiterToWhichNobodyMayPublishAsks() throws Exception {
		List<String> rights = new ArrayList<>(RIGHTS);
		rights.remove("+publish");
		allow("silent", rights);
		LockRequest request = LockRequest.of("silent").waitTime(Duration.ofMinutes(1));
		try (LockInstance able = SharedCluster.instance(this.cluster, SETTINGS)) {
			LettuceLockStore store = new LettuceLockStore(
					new RedisClients(factory("silent"), SETTINGS.commandTimeout()), SETTINGS, "lock", "silent",
					new SystemLockClock());
			try (LockInstance silent = LockInstance.notAwaited(store, SETTINGS)) {
				Lease lease = able.locks().acquire(request);
				CompletableFuture<Lease> waiter = silent.acquiring(request);
				able.awaitWaiters("silent", 1);
				assertThat(store.isPushAvailable("silent")).isFalse();
				lease.close();
				waiter.get(120, TimeUnit.SECONDS).close();
				assertThat(store.isPushAvailable("silent")).isFalse();
			}
		}
	}

	/**
	 * Another lock in a slot, which is not there yet.
	 */
	private static LockRequest elsewhere(int slot) {
		for (int i = 0;; i++) {
			if (SharedCluster.slot("rights:" + i) == slot) {
				return LockRequest.of("rights:" + i);
			}
		}
	}

	private void allow(String user, List<String> rights) {
		List<String> command = new ArrayList<>(
				List.of("ACL", "SETUSER", user, "reset", "on", ">secret", "~lock:*", "&lock:*"));
		command.addAll(rights);
		this.cluster.masters().forEach((master) -> master.cli(command.toArray(String[]::new)));
	}

	private LettuceConnectionFactory factory(String user) {
		RedisClusterConfiguration configuration = new RedisClusterConfiguration();
		this.cluster.masters().forEach((master) -> configuration.clusterNode(master.host(), master.port()));
		configuration.setUsername(user);
		configuration.setPassword("secret");
		return new LettuceConnectionFactory(configuration, LettuceClientConfiguration.defaultConfiguration());
	}

}
