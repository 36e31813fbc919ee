package io.github.lockstarter.redis;

import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import io.github.lockstarter.LockRequest;
import io.github.lockstarter.core.LockSettings;
import io.github.lockstarter.store.SystemLockClock;
import io.github.lockstarter.test.TestRedis;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What a person sees of the connections in CLIENT LIST.
 */
@Timeout(120)
class ConnectionNamesIntegrationTests {

	private static final Duration LONG = Duration.ofSeconds(120);

	private static final LockSettings SETTINGS = LockInstance
		.settings((settings) -> settings.getHandOff().setConfirm(true));

	@Test
	void eachConnectionSaysWhatItIsForAndWhose() {
		try (TestRedis redis = TestRedis.start();
				TestRedis replica = TestRedis.startReplicaOf(redis);
				LockInstance instance = instance(redis, LettuceClientConfiguration.builder(), 1)) {
			String[] names = { "distributed-lock:commands:My-shop@host-7:4711",
					"distributed-lock:messages:My-shop@host-7:4711", "distributed-lock:replicas:My-shop@host-7:4711" };
			awaitNames(redis, names);
			redis.cli("CLIENT", "KILL", "TYPE", "normal");
			redis.cli("CLIENT", "KILL", "TYPE", "pubsub");
			awaitNames(redis, names);
			instance.locks().acquire(LockRequest.of("named").waitTime(LONG)).close();
			assertThat(replica.info("replication")).containsEntry("role", "slave");
		}
	}

	@Test
	void nameThatTheApplicationGivesIsKept() {
		try (TestRedis redis = TestRedis.start();
				LockInstance instance = instance(redis, LettuceClientConfiguration.builder().clientName("shop"), 0)) {
			awaitNames(redis, "shop", "shop");
			assertThat(instance.store().label()).contains(Integer.toString(redis.port()));
		}
	}

	@Test
	void withoutTheRightThereAreLocksAndNoNames() {
		try (TestRedis redis = TestRedis.start()) {
			redis.cli("ACL", "SETUSER", "default", "-client|setname");
			try (LockInstance instance = instance(redis, LettuceClientConfiguration.builder(), 0)) {
				instance.locks().acquire(LockRequest.of("nameless").waitTime(LONG)).close();
				assertThat(String.valueOf(redis.cli("ACL", "LOG"))).contains("client|setname");
				assertThat(names(redis)).isEmpty();
			}
		}
	}

	private static void awaitNames(TestRedis redis, String... names) {
		Awaitility.await().atMost(LONG).untilAsserted(() -> assertThat(names(redis)).containsExactlyInAnyOrder(names));
	}

	private static List<String> names(TestRedis redis) {
		return Pattern.compile(" name=(\\S+) ")
			.matcher(String.valueOf(redis.cli("CLIENT", "LIST")))
			.results()
			.map((name) -> name.group(1))
			.toList();
	}

	private static LockInstance instance(TestRedis redis,
			LettuceClientConfiguration.LettuceClientConfigurationBuilder client, int replicas) {
		LettuceConnectionFactory factory = new LettuceConnectionFactory(
				new RedisStandaloneConfiguration(redis.host(), redis.port()), client.build());
		RedisClients clients = new RedisClients(factory, SETTINGS.commandTimeout());
		RedisSettings asked = new RedisSettings(Duration.ZERO, replicas, Duration.ofMillis(200));
		return LockInstance.on(
				new LettuceLockStore(clients, SETTINGS, asked, "lock", "My shop@host-7:4711", new SystemLockClock()),
				SETTINGS, new SystemLockClock());
	}

}
