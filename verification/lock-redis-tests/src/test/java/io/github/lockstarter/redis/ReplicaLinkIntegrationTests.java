package io.github.lockstarter.redis;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import io.lettuce.core.resource.ClientResources;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
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
 * The connection on which replicas are waited for: it leads where that for commands does,
 * and its troubles are its own.
 */
// a replica becomes the master in real time
@Tag("slow")
@Timeout(120)
class ReplicaLinkIntegrationTests {

	private static final Duration LONG = Duration.ofSeconds(40);

	private static final LockRequest REQUEST = LockRequest.of("linked").waitTime(LONG);

	private static final LockSettings SETTINGS = LockInstance
		.settings((settings) -> settings.setLeaseTime(Duration.ofSeconds(15))
			.setCommandTimeout(Duration.ofMillis(500))
			.getHandOff()
			.setConfirm(true));

	private static final RedisSettings CONFIRMED = new RedisSettings(Duration.ZERO, 1, Duration.ofMillis(200));

	private final BlackHole hole = new BlackHole();

	private final ClientResources resources = ClientResources.builder().nettyCustomizer(this.hole).build();

	private TestRedis master;

	private TestRedis replica;

	@BeforeEach
	void start() {
		this.master = TestRedis.start();
		this.replica = TestRedis.startReplicaOf(this.master);
	}

	@AfterEach
	void stop() {
		this.replica.close();
		this.master.close();
		this.resources.shutdown(0, 1, TimeUnit.SECONDS);
	}

	@Test
	void itLeadsToTheMasterAlsoWhereNoServerSaysWhichOneItIs() {
		for (TestRedis server : List.of(this.master, this.replica)) {
			server.cli("ACL", "SETUSER", "locks", "on", ">secret", "~*", "&*", "+@all", "-info");
		}
		// the replica comes first
		try (LockInstance instance = instance(this.replica, this.master)) {
			instance.locks().acquire(REQUEST).close();
			this.replica.cli("REPLICAOF", "NO", "ONE");
			this.master.cli("REPLICAOF", "127.0.0.1", Integer.toString(this.replica.port()));
			instance.locks().acquire(REQUEST).close();
			Awaitility.await().atMost(LONG).untilAsserted(() -> {
				assertThat(connections(this.replica)).as("connections to the new master").hasSize(4);
				assertThat(connections(this.master)).as("connections to the former one").hasSize(1);
			});
		}
	}

	@Test
	void whoOnlyHoldsFollowsTheMaster() {
		try (LockInstance instance = instance(this.master, this.replica);
				Lease lease = instance.locks().acquire(REQUEST)) {
			this.replica.cli("REPLICAOF", "NO", "ONE");
			this.master.cli("REPLICAOF", "127.0.0.1", Integer.toString(this.replica.port()));
			String end = String.valueOf(this.replica.cli("HGET", "lock:linked", "x"));
			// by its renewals alone: nothing else is asked
			Awaitility.await()
				.atMost(LONG)
				.until(() -> !String.valueOf(this.replica.cli("HGET", "lock:linked", "x")).equals(end));
			assertThat(lease.isHeld()).isTrue();
		}
	}

	@Test
	void connectionThatSwallowsIsReplacedAndNoOther() throws Exception {
		try (LockInstance instance = instance(this.master, this.replica)) {
			instance.locks().acquire(REQUEST).close();
			// the client closes a connection before the server has noticed it
			Awaitility.await().atMost(LONG).until(() -> connections(this.master).size() == 4);
			List<String> before = connections(this.master);
			this.hole.swallow(true);
			CompletableFuture<Lease> lease = instance.acquiring(REQUEST);
			Awaitility.await().atMost(LONG).until(() -> this.hole.closed() >= 3);
			this.hole.swallow(false);
			lease.get(LONG.toSeconds(), TimeUnit.SECONDS).close();
			assertThat(connections(this.master)).as("connections that stay").filteredOn(before::contains).hasSize(3);
		}
	}

	private static List<String> connections(TestRedis server) {
		return String.valueOf(server.cli("CLIENT", "LIST"))
			.lines()
			.filter((line) -> line.contains(" name=linked "))
			.map((line) -> line.substring(0, line.indexOf(' ')))
			.toList();
	}

	private LockInstance instance(TestRedis one, TestRedis other) {
		RedisStaticMasterReplicaConfiguration nodes = new RedisStaticMasterReplicaConfiguration(one.host(), one.port());
		nodes.addNode(other.host(), other.port());
		if (String.valueOf(one.cli("ACL", "LIST")).contains("user locks")) {
			nodes.setUsername("locks");
			nodes.setPassword("secret");
		}
		return LockInstance.on(new LettuceConnectionFactory(nodes,
				LettuceClientConfiguration.builder().clientName("linked").clientResources(this.resources).build()),
				SETTINGS, CONFIRMED, new SystemLockClock());
	}

}
