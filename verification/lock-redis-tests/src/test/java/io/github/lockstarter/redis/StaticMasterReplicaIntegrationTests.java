package io.github.lockstarter.redis;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.slf4j.LoggerFactory;
import org.springframework.data.redis.connection.RedisStaticMasterReplicaConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import io.github.lockstarter.Lease;
import io.github.lockstarter.LockRequest;
import io.github.lockstarter.LockUnavailableException;
import io.github.lockstarter.core.LockSettings;
import io.github.lockstarter.store.SystemLockClock;
import io.github.lockstarter.test.TestRedis;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A master and its replica by their addresses, in any order: the locks are on the one
 * that is the master, and follow it.
 */
@Timeout(120)
@Tag("gate")
class StaticMasterReplicaIntegrationTests {

	private static final LockRequest REQUEST = LockRequest.of("static").waitTime(Duration.ofMinutes(1));

	private static final LockSettings SETTINGS = LockInstance
		.settings((settings) -> settings.setLeaseTime(Duration.ofSeconds(45)).setCommandTimeout(Duration.ofSeconds(2)));

	private final Logger logger = (Logger) LoggerFactory.getLogger("io.github.lockstarter");

	private final ListAppender<ILoggingEvent> log = new ListAppender<>();

	private TestRedis master;

	private TestRedis replica;

	private LockInstance first;

	private LockInstance second;

	@BeforeEach
	void start() {
		this.log.start();
		this.logger.addAppender(this.log);
		this.master = TestRedis.start();
		this.replica = TestRedis.startReplicaOf(this.master);
		// the replica comes first
		this.first = instance("first", this.replica, this.master);
		this.second = instance("second", this.master, this.replica);
	}

	@AfterEach
	void stop() {
		this.logger.detachAppender(this.log);
		this.first.close();
		this.second.close();
		this.replica.close();
		this.master.close();
	}

	@Test
	void locksAreOnTheMasterWhereverItIsInTheList() throws Exception {
		handOver();
		assertThat(this.master.cli("TYPE", "lock:static")).isEqualTo("hash");
		awaitConnections(this.master, 3);
		awaitConnections(this.replica, 1);
		for (String type : List.of("normal", "pubsub")) {
			this.master.cli("CLIENT", "KILL", "TYPE", type);
		}
		handOver();
		awaitConnections(this.master, 3);
		assertThat(said("Redis master changed")).as("said of a master that is the same").isFalse();
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
		awaitConnections(this.replica, 3);
		awaitConnections(this.master, 1);
		assertThat(lease.isHeld()).isTrue();
		lease.close();
		waiter.get(120, TimeUnit.SECONDS).close();
		handOver();
	}

	@Test
	void formerMasterThatStillTakesCommandsIsLeft() throws Exception {
		Lease lease = this.first.locks().acquire(REQUEST);
		CompletableFuture<Lease> waiter = this.second.acquiring(REQUEST);
		Awaitility.await().until(() -> this.replica.cli("HGET", "lock:static", "h") != null);
		this.replica.cli("REPLICAOF", "NO", "ONE");
		awaitConnections(this.replica, 3);
		awaitConnections(this.master, 1);
		assertThat(this.master.info("replication")).containsEntry("role", "master");
		try (LockInstance late = instance("late", this.master, this.replica)) {
			assertThat(WatchedRedis.connections(this.replica, "late")).isEqualTo(3);
		}
		assertThat(lease.isHeld()).isTrue();
		lease.close();
		waiter.get(120, TimeUnit.SECONDS).close();
	}

	@Test
	void nobodyBeginsWhileTwoMastersContradictEachOther() {
		try (TestRedis other = TestRedis.start()) {
			follow(other, this.master);
			try (LockInstance standing = instance("standing", other, this.master)) {
				standing.locks().acquire("before").close();
				// it does not follow any more
				other.restart();
				Awaitility.await().until(() -> said("more than one node is a master"));
				assertThat(standing.acquires(REQUEST)).isTrue();
				try (LockInstance late = Awaitility.await().until(() -> refused(other), Objects::nonNull)) {
					assertThat(said("Redis master changed")).as("said where nobody can tell").isFalse();
					follow(other, this.master);
					assertThat(late.acquires(REQUEST)).isTrue();
				}
			}
		}
	}

	/**
	 * One that begins now and has heard both: on a busy machine one of them may not
	 * answer in time, and the other is the master then.
	 */
	private @Nullable LockInstance refused(TestRedis other) {
		LettuceLockStore store = new LettuceLockStore(
				new RedisClients(factory("late", other, this.master), SETTINGS.commandTimeout()), SETTINGS, "lock",
				"late@host:1", new SystemLockClock());
		LockInstance late = LockInstance.notAwaited(store, SETTINGS);
		try {
			late.locks().acquire(REQUEST.waitTime(Duration.ofSeconds(1))).close();
		}
		catch (LockUnavailableException ex) {
			String said = String.valueOf(ex.getMessage());
			if (said.contains("more than one node is a master")
					&& said.contains("127.0.0.1:" + other.port() + ", 127.0.0.1:" + this.master.port())) {
				return late;
			}
		}
		late.close();
		return null;
	}

	private boolean said(String words) {
		return List.copyOf(this.log.list).stream().anyMatch((line) -> line.getFormattedMessage().contains(words));
	}

	private static void follow(TestRedis replica, TestRedis master) {
		replica.cli("REPLICAOF", master.host(), Integer.toString(master.port()));
		Awaitility.await().until(() -> "up".equals(replica.info("replication").get("master_link_status")));
	}

	private void handOver() throws Exception {
		Awaitility.await()
			.until(() -> this.first.store().isPushAvailable("static") && this.second.store().isPushAvailable("static"));
		Lease lease = this.first.locks().acquire(REQUEST);
		CompletableFuture<Lease> waiter = this.second.acquiring(REQUEST);
		this.first.awaitWaiters("static", 1);
		lease.close();
		waiter.get(120, TimeUnit.SECONDS).close();
	}

	private static LockInstance instance(String name, TestRedis one, TestRedis other) {
		return LockInstance.on(factory(name, one, other), SETTINGS, new SystemLockClock());
	}

	private static LettuceConnectionFactory factory(String name, TestRedis one, TestRedis other) {
		RedisStaticMasterReplicaConfiguration nodes = new RedisStaticMasterReplicaConfiguration(one.host(), one.port());
		nodes.addNode(other.host(), other.port());
		return new LettuceConnectionFactory(nodes, LettuceClientConfiguration.builder().clientName(name).build());
	}

	private static void awaitConnections(TestRedis redis, int each) {
		Awaitility.await().untilAsserted(() -> {
			for (String name : new String[] { "first", "second" }) {
				assertThat(String.valueOf(redis.cli("CLIENT", "LIST")).lines()).as("connections of " + name)
					.filteredOn((line) -> line.contains(" name=" + name + " "))
					.hasSize(each);
			}
		});
	}

}
