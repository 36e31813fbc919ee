package io.github.lockstarter.redis;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.data.redis.connection.RedisStaticMasterReplicaConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import io.github.lockstarter.Lease;
import io.github.lockstarter.LockRequest;
import io.github.lockstarter.core.LockSettings;
import io.github.lockstarter.store.SystemLockClock;
import io.github.lockstarter.test.TestRedis;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A master and its replica by their addresses, in any order: the locks are on the one
 * that is the master, and follow it.
 */
@Timeout(120)
class StaticMasterReplicaIntegrationTests {

	private static final LockRequest REQUEST = LockRequest.of("static").waitTime(Duration.ofSeconds(30));

	private static final LockSettings SETTINGS = LockInstance
		.settings((settings) -> settings.leaseTime(Duration.ofSeconds(15)).commandTimeout(Duration.ofMillis(500)));

	private TestRedis master;

	private TestRedis replica;

	private LockInstance first;

	private LockInstance second;

	@BeforeEach
	void start() {
		this.master = TestRedis.start();
		this.replica = TestRedis.startReplicaOf(this.master);
		// the replica comes first
		this.first = instance("first", this.replica, this.master);
		this.second = instance("second", this.master, this.replica);
	}

	@AfterEach
	void stop() {
		this.first.close();
		this.second.close();
		this.replica.close();
		this.master.close();
	}

	@Test
	void locksAreOnTheMasterWhereverItIsInTheList() throws Exception {
		handOver();
		assertThat(this.master.cli("TYPE", "lock:static")).isEqualTo("hash");
		awaitConnections(this.master, 2);
		awaitConnections(this.replica, 0);
		assertThat(this.first.store().label())
			.isEqualTo("Redis at 127.0.0.1:" + this.replica.port() + ", 127.0.0.1:" + this.master.port());
	}

	@Test
	void locksFollowTheMaster() throws Exception {
		Lease lease = this.first.locks().acquire(REQUEST);
		CompletableFuture<Lease> waiter = this.second.acquiring(REQUEST);
		Awaitility.await().until(() -> this.replica.cli("HGET", "lock:static", "h") != null);
		this.replica.cli("REPLICAOF", "NO", "ONE");
		this.master.cli("REPLICAOF", "127.0.0.1", Integer.toString(this.replica.port()));
		awaitConnections(this.replica, 2);
		awaitConnections(this.master, 0);
		assertThat(lease.isHeld()).isTrue();
		lease.close();
		waiter.get(30, TimeUnit.SECONDS).close();
		handOver();
	}

	private void handOver() throws Exception {
		Awaitility.await()
			.until(() -> this.first.store().isPushAvailable("static") && this.second.store().isPushAvailable("static"));
		Lease lease = this.first.locks().acquire(REQUEST);
		CompletableFuture<Lease> waiter = this.second.acquiring(REQUEST);
		this.first.awaitWaiters("static", 1);
		lease.close();
		waiter.get(30, TimeUnit.SECONDS).close();
	}

	private static LockInstance instance(String name, TestRedis one, TestRedis other) {
		RedisStaticMasterReplicaConfiguration nodes = new RedisStaticMasterReplicaConfiguration(one.host(), one.port());
		nodes.addNode(other.host(), other.port());
		return LockInstance.on(
				new LettuceConnectionFactory(nodes, LettuceClientConfiguration.builder().clientName(name).build()),
				SETTINGS, new SystemLockClock());
	}

	private static void awaitConnections(TestRedis redis, int each) {
		Awaitility.await().atMost(Duration.ofSeconds(30)).untilAsserted(() -> {
			for (String name : new String[] { "first", "second" }) {
				assertThat(String.valueOf(redis.cli("CLIENT", "LIST")).lines()).as("connections of " + name)
					.filteredOn((line) -> line.contains(" name=" + name + " "))
					.hasSize(each);
			}
		});
	}

}
