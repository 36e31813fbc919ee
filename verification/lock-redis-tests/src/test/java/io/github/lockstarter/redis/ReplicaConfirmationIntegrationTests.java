package io.github.lockstarter.redis;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import io.lettuce.core.KillArgs;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import io.github.lockstarter.Lease;
import io.github.lockstarter.LockRequest;
import io.github.lockstarter.LockUnavailableException;
import io.github.lockstarter.core.LeaseEnd;
import io.github.lockstarter.core.LockSettings;
import io.github.lockstarter.store.StoreState;
import io.github.lockstarter.store.SystemLockClock;
import io.github.lockstarter.test.TestRedis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * A lease that counts only when the replica has it.
 */
@Execution(ExecutionMode.CONCURRENT)
@Timeout(120)
@Tag("gate")
class ReplicaConfirmationIntegrationTests {

	private static final LockRequest REQUEST = LockRequest.of("confirmed").waitTime(Duration.ofMinutes(1));

	private static final LockSettings SETTINGS = LockInstance
		.settings((settings) -> settings.setLeaseTime(Duration.ofSeconds(6)).getHandOff().setConfirm(true));

	private static final RedisSettings CONFIRMED = new RedisSettings(Duration.ZERO, 1, Duration.ofMillis(80));

	private TestRedis master;

	private TestRedis replica;

	private LockInstance first;

	private LockInstance second;

	@BeforeEach
	void start() {
		this.master = TestRedis.start();
		this.replica = TestRedis.startReplicaOf(this.master);
		this.first = instance(CONFIRMED);
		this.second = instance(CONFIRMED);
	}

	@AfterEach
	void stop() {
		this.first.close();
		this.second.close();
		this.replica.close();
		this.master.close();
	}

	@Test
	void everyGrantIsOnTheReplica() {
		List<Lease> leases = new ArrayList<>();
		for (int i = 0; i < 50; i++) {
			leases.add(this.first.locks().acquire(LockRequest.of("confirmed:" + i).waitTime(Duration.ofMinutes(1))));
			assertThat(this.replica.cli("HGET", "lock:confirmed:" + i, "x")).isNotNull();
		}
		leases.forEach(Lease::close);
	}

	@Test
	void lockThatTheReplicaDoesNotGetIsNotGrantedAndGivenBack() {
		this.replica.pause();
		assertThatExceptionOfType(LockUnavailableException.class)
			.isThrownBy(() -> this.first.locks().acquire(REQUEST.waitTime(Duration.ofMillis(500))));
		try (LockInstance unconfirmed = instance(RedisSettings.DEFAULTS)) {
			Awaitility.await().until(() -> unconfirmed.locks().describe("confirmed").isEmpty());
			assertThat(unconfirmed.acquires(REQUEST.waitTime(Duration.ZERO))).isTrue();
		}
		this.replica.resume();
		this.first.locks().acquire(REQUEST).close();
	}

	@Test
	void withoutTheConnectionForReplicasTheStoreIsDown() {
		this.first.locks().acquire(REQUEST).close();
		assertThat(this.first.store().state()).isEqualTo(new StoreState(StoreState.Link.UP, StoreState.Link.UP));
		RedisClient clients = RedisClient.create();
		try (StatefulRedisConnection<String, String> admin = clients
			.connect(RedisURI.create(this.master.host(), this.master.port()))) {
			admin.sync().configSet("maxclients", "1");
			admin.sync()
				.clientList()
				.lines()
				.filter((line) -> line.contains(" name=distributed-lock:replicas"))
				.map((line) -> line.substring("id=".length(), line.indexOf(' ')))
				.forEach((id) -> admin.sync().clientKill(KillArgs.Builder.id(Long.parseLong(id))));
			Awaitility.await()
				.untilAsserted(() -> assertThat(this.first.store().state().commands().trouble())
					.contains("max number of clients"));
			assertThatExceptionOfType(LockUnavailableException.class)
				.isThrownBy(() -> this.first.locks().acquire(REQUEST.noWait()))
				.withMessageContaining("max number of clients");
			admin.sync().configSet("maxclients", "10000");
		}
		finally {
			clients.shutdown(0, 1, TimeUnit.SECONDS);
		}
		Awaitility.await().until(() -> this.first.store().state().commands().condition() == StoreState.Condition.UP);
		this.first.locks().acquire(REQUEST).close();
	}

	@Test
	void renewalThatTheReplicaDoesNotGetMovesNoDeadline() throws Exception {
		CompletableFuture<Void> lost = new CompletableFuture<>();
		Lease lease = this.first.locks().acquire(REQUEST).onLost(() -> lost.complete(null));
		this.replica.pause();
		lost.get(120, TimeUnit.SECONDS);
		assertThat(lease.isHeld()).isFalse();
		this.replica.resume();
	}

	@Test
	void handOverIsConfirmedToo() throws Exception {
		Lease lease = this.first.locks().acquire(REQUEST);
		CompletableFuture<Lease> waiter = this.second.acquiring(REQUEST);
		this.first.awaitWaiters("confirmed", 1);
		this.replica.pause();
		lease.close();
		Awaitility.await()
			.until(() -> !String.valueOf(this.master.cli("HGET", "lock:confirmed", "o"))
				.startsWith(this.first.store().clientId()));
		assertThat(waiter).isNotDone();
		this.replica.resume();
		Lease next = waiter.get(120, TimeUnit.SECONDS);
		assertThat(this.replica.cli("HGET", "lock:confirmed", "o")).asString()
			.startsWith(this.second.store().clientId());
		next.close();
	}

	@Test
	void heldLockIsRenewed() {
		try (Lease lease = this.first.locks().acquire(REQUEST)) {
			this.master.cli("SCRIPT", "FLUSH");
			LeaseEnd.awaitRenewal(lease);
		}
	}

	private LockInstance instance(RedisSettings redisSettings) {
		return LockInstance.on(new LettuceConnectionFactory(this.master.host(), this.master.port()), SETTINGS,
				redisSettings, new SystemLockClock());
	}

}
