package io.github.lockstarter.redis;

import java.util.stream.Stream;

import io.lettuce.core.ReadFrom;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.data.redis.connection.RedisClusterConfiguration;
import org.springframework.data.redis.connection.RedisConfiguration;
import org.springframework.data.redis.connection.RedisSentinelConfiguration;
import org.springframework.data.redis.connection.RedisSocketConfiguration;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.RedisStaticMasterReplicaConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import io.github.lockstarter.Lease;
import io.github.lockstarter.store.LockStartException;
import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.store.SystemLockClock;
import io.github.lockstarter.test.TestRedis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Where the private field of the connection factory cannot be read, locks are in the
 * Redis that was meant, or their store cannot be made.
 */
class HiddenConfigurationIntegrationTests {

	private static TestRedis redis;

	@BeforeAll
	static void start() {
		redis = TestRedis.start();
	}

	@AfterAll
	static void stop() {
		redis.close();
	}

	static Stream<LettuceConnectionFactory> refused() {
		RedisStaticMasterReplicaConfiguration nodes = new RedisStaticMasterReplicaConfiguration("127.0.0.1", 7000);
		RedisStaticMasterReplicaConfiguration another = new RedisStaticMasterReplicaConfiguration("127.0.0.1", 7000);
		another.setDatabase(3);
		another.setPassword("secret");
		return Stream.of(new LettuceConnectionFactory(nodes), new LettuceConnectionFactory(another),
				new LettuceConnectionFactory(nodes, readingFromReplicas()), new LettuceConnectionFactory(
						new RedisStandaloneConfiguration("127.0.0.1", 7000), readingFromReplicas()));
	}

	@ParameterizedTest
	@MethodSource
	void refused(LettuceConnectionFactory factory) {
		assertThatExceptionOfType(LockStartException.class).isThrownBy(() -> store(factory));
	}

	@Test
	void addressThatEveryFactoryAnswersWithIsRefused() {
		assertThatExceptionOfType(LockStartException.class).isThrownBy(() -> store(new LettuceConnectionFactory()))
			.withMessageContaining("'configuration' of LettuceConnectionFactory cannot be read")
			.withMessageContaining("reflection hint");
	}

	@Test
	void locksAreInTheStandaloneRedis() {
		assertLocks(new LettuceConnectionFactory(redis.host(), redis.port()), "standalone");
	}

	@Test
	void locksAreInTheMasterThatSentinelNames() {
		try (TestRedis sentinel = TestRedis.startSentinel("mymaster", redis)) {
			assertLocks(
					new LettuceConnectionFactory(
							new RedisSentinelConfiguration().master("mymaster").sentinel("127.0.0.1", sentinel.port())),
					"sentinel");
		}
	}

	@Test
	void clusterIsKept() {
		RedisClusterConfiguration cluster = new RedisClusterConfiguration().clusterNode("127.0.0.1", 7000);
		assertThat(FactoryConfiguration.of(new LettuceConnectionFactory(cluster), (factory) -> null)).isSameAs(cluster);
	}

	@Test
	void socketIsKept() {
		RedisConfiguration socket = new RedisSocketConfiguration("/run/redis.sock");
		assertThat(FactoryConfiguration.of(new LettuceConnectionFactory((RedisSocketConfiguration) socket),
				(factory) -> null))
			.isSameAs(socket);
	}

	private static void assertLocks(LettuceConnectionFactory factory, String name) {
		try (LockInstance instance = LockInstance.on(store(factory), LockInstance.DEFAULTS, new SystemLockClock());
				Lease lease = instance.locks().acquire(name)) {
			assertThat(lease.isHeld()).isTrue();
			assertThat(redis.cli("TYPE", "lock:" + name)).isEqualTo("hash");
		}
	}

	private static LettuceClientConfiguration readingFromReplicas() {
		return LettuceClientConfiguration.builder().readFrom(ReadFrom.REPLICA_PREFERRED).build();
	}

	private static LockStore store(LettuceConnectionFactory factory) {
		RedisConfiguration configuration = FactoryConfiguration.of(factory, (hidden) -> null);
		return new LettuceLockStore(new RedisClients(factory, configuration, LockInstance.DEFAULTS.commandTimeout()),
				LockInstance.DEFAULTS, "lock", "test", new SystemLockClock());
	}

}
