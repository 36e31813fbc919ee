package io.github.lockstarter.redis;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.data.redis.connection.RedisSentinelConfiguration;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import io.github.lockstarter.Lease;
import io.github.lockstarter.LockLostException;
import io.github.lockstarter.LockRequest;
import io.github.lockstarter.LockUnavailableException;
import io.github.lockstarter.core.LockSettings;
import io.github.lockstarter.store.SystemLockClock;
import io.github.lockstarter.test.TestRedis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * A master that dies or hangs, and Redis Sentinel that makes its replica the master. That
 * there is only one holder is not promised across this; that its tokens grow, that a loss
 * is told, and that waiters find the new master is.
 */
// Sentinel takes seconds for a failover
@Tag("slow")
@Timeout(120)
class SentinelFailoverIntegrationTests {

	private static final Duration LONG = Duration.ofSeconds(40);

	private static final LockRequest REQUEST = LockRequest.of("failover").waitTime(LONG);

	private static final String KEY = "lock:failover";

	// Longer than Sentinel takes; a renewal is due while it decides.
	private static final LockSettings SETTINGS = LockInstance.settings(
			(settings) -> settings.setLeaseTime(Duration.ofSeconds(15)).setCommandTimeout(Duration.ofMillis(300)));

	private TestRedis master;

	private TestRedis replica;

	private TestRedis sentinel;

	private LockInstance first;

	private LockInstance second;

	@BeforeEach
	void start() {
		this.master = TestRedis.start();
		this.replica = TestRedis.startReplicaOf(this.master);
		this.sentinel = TestRedis.startSentinel("mymaster", this.master);
		await().until(() -> this.sentinel.info("sentinel").get("master0").contains("slaves=1"));
		this.first = instance("first");
		this.second = instance("second");
	}

	@AfterEach
	void stop() {
		this.first.close();
		this.second.close();
		this.sentinel.close();
		this.replica.close();
		this.master.close();
	}

	@Test
	void replicatedLockIsRenewedReleasedAndHandedOverOnTheNewMaster() throws Exception {
		Lease lease = this.first.locks().acquire(REQUEST);
		CompletableFuture<Lease> waiter = this.second.acquiring(REQUEST);
		await().until(() -> this.replica.cli("HGET", KEY, "h") != null);
		long end = leaseEnd();
		this.master.kill();
		assertThat(this.second.acquiring(LockRequest.of("failover").fair(true).waitTime(Duration.ofMillis(600))))
			.as("an impatient waiter")
			.failsWithin(LONG)
			.withThrowableThat()
			.havingCause()
			.isInstanceOf(LockUnavailableException.class);
		awaitPromotion();
		await().until(() -> leaseEnd() > end);
		assertThat(waiter).isNotDone();
		assertThat(lease.isHeld()).isTrue();
		lease.close();
		Lease next = waiter.get(LONG.toSeconds(), TimeUnit.SECONDS);
		assertThat(next.fencingToken()).isGreaterThan(lease.fencingToken());
		next.close();
		awaitConnections(this.replica, 2);
	}

	@Test
	void lockThatTheReplicaNeverSawIsLostWithNoticeAndItsNextTokenIsLarger() throws Exception {
		CountDownLatch told = new CountDownLatch(1);
		Lease lease = this.first.locks().acquire(REQUEST).onLost(told::countDown);
		CompletableFuture<Lease> waiter = this.second.acquiring(REQUEST);
		await().until(() -> this.replica.cli("HGET", KEY, "h") != null);
		this.replica.cli("CONFIG", "SET", "replica-read-only", "no");
		this.replica.cli("DEL", KEY);
		this.master.kill();
		Lease next = waiter.get(LONG.toSeconds(), TimeUnit.SECONDS);
		assertThat(next.fencingToken()).isGreaterThan(lease.fencingToken());
		assertThat(told.await(LONG.toSeconds(), TimeUnit.SECONDS)).isTrue();
		assertThatExceptionOfType(LockLostException.class).isThrownBy(lease::ensureHeld);
		assertThat(next.isHeld()).isTrue();
		next.close();
	}

	@Test
	void masterThatHangsIsLeftAndNotUsedWhenItComesBackAsAReplica() throws Exception {
		Lease lease = this.first.locks().acquire(REQUEST);
		CompletableFuture<Lease> waiter = this.second.acquiring(REQUEST);
		await().until(() -> this.replica.cli("HGET", KEY, "h") != null);
		this.master.pause();
		awaitPromotion();
		awaitConnections(this.replica, 2);
		assertThat(lease.isHeld()).isTrue();
		lease.close();
		Lease next = waiter.get(LONG.toSeconds(), TimeUnit.SECONDS);
		assertThat(next.fencingToken()).isGreaterThan(lease.fencingToken());
		next.close();

		this.master.resume();
		await().until(() -> "up".equals(this.master.info("replication").get("master_link_status")));
		for (String type : List.of("normal", "pubsub")) {
			this.replica.cli("CLIENT", "KILL", "TYPE", type);
		}
		awaitConnections(this.replica, 2);
		awaitConnections(this.master, 0);
		assertThat(this.first.acquires(REQUEST)).isTrue();
		assertThat(this.second.acquires(REQUEST)).isTrue();
	}

	@Test
	void replicaIsRefusedUntilItIsTheMaster() {
		try (LockInstance misled = LockInstance.notAwaited(storeOn(this.replica), SETTINGS)) {
			assertThatExceptionOfType(LockUnavailableException.class)
				.isThrownBy(() -> misled.locks().acquire(REQUEST.waitTime(Duration.ofMillis(500))))
				.withMessageContaining("it is a replica");
			assertThatExceptionOfType(LockUnavailableException.class)
				.isThrownBy(() -> misled.locks().describe("failover"));
			this.master.kill();
			misled.acquiring(REQUEST).orTimeout(LONG.toSeconds(), TimeUnit.SECONDS).join().close();
		}
	}

	private static LettuceLockStore storeOn(TestRedis redis) {
		LettuceConnectionFactory factory = new LettuceConnectionFactory(
				new RedisStandaloneConfiguration(redis.host(), redis.port()),
				LettuceClientConfiguration.defaultConfiguration());
		return new LettuceLockStore(new RedisClients(factory, SETTINGS.commandTimeout()), SETTINGS,
				RedisSettings.DEFAULTS, "lock", "test@host:1", new SystemLockClock());
	}

	private LockInstance instance(String name) {
		LettuceConnectionFactory factory = new LettuceConnectionFactory(
				new RedisSentinelConfiguration().master("mymaster")
					.sentinel(this.sentinel.host(), this.sentinel.port()),
				LettuceClientConfiguration.builder().clientName(name).build());
		return LockInstance.on(factory, SETTINGS, new SystemLockClock());
	}

	private void awaitPromotion() {
		await().until(() -> "master".equals(this.replica.info("replication").get("role")));
	}

	private void awaitConnections(TestRedis redis, int each) {
		await().untilAsserted(() -> {
			for (String name : List.of("first", "second")) {
				assertThat(String.valueOf(redis.cli("CLIENT", "LIST")).lines()).as("connections of " + name)
					.filteredOn((line) -> line.contains(" name=" + name + " "))
					.hasSize(each);
			}
		});
	}

	/**
	 * The end of the lease as the replica knows it, or the new master.
	 */
	private long leaseEnd() {
		return Long.parseLong(String.valueOf(this.replica.cli("HGET", KEY, "x")));
	}

	private static ConditionFactory await() {
		return Awaitility.await().atMost(LONG);
	}

}
