package io.github.lockstarter.redis.autoconfigure;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.aop.framework.ProxyFactory;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Primary;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.RedisSentinelConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import io.github.lockstarter.Lease;
import io.github.lockstarter.LockOperations;
import io.github.lockstarter.autoconfigure.LockAutoConfiguration;
import io.github.lockstarter.autoconfigure.LockConnectionFactory;
import io.github.lockstarter.autoconfigure.aspect.LockAspectAutoConfiguration;
import io.github.lockstarter.test.TestRedis;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Which Redis keeps the locks, and how it is reached.
 */
@Tag("gate")
class ConnectionFactoryIntegrationTests {

	private static TestRedis redis;

	private static TestRedis other;

	@BeforeAll
	static void start() {
		redis = TestRedis.start();
		other = TestRedis.start();
	}

	@AfterAll
	static void stop() {
		redis.close();
		other.close();
	}

	@Test
	void keysBeginWithThePrefix() {
		assertLocksIn(redis, "shop:lock%:a",
				LockApplication.on(redis).withPropertyValues("distributed-lock.key-prefix=shop:lock"));
	}

	@Test
	void primaryConnectionFactoryIsUsed() {
		assertLocksIn(redis, "lock:primary", LockApplication.runner().withUserConfiguration(PrimaryAndAnother.class));
	}

	@Test
	void qualifiedConnectionFactoryIsUsedRatherThanThePrimaryOne() {
		assertLocksIn(redis, "lock:qualified",
				LockApplication.runner().withUserConfiguration(QualifiedAndPrimary.class));
	}

	@Test
	void qualifiedConnectionFactoryStandsBesideTheAutoConfiguredOneOfACluster() {
		assertLocksIn(redis, "lock:beside",
				LockApplication.runner()
					.withPropertyValues("spring.data.redis.cluster.nodes=127.0.0.1:" + other.port())
					.withUserConfiguration(QualifiedBesideAutoConfigured.class));
	}

	@Test
	void qualifiedConnectionFactoryMayBeTheOnlyOne() {
		assertLocksIn(redis, "lock:alone",
				new ApplicationContextRunner()
					.withConfiguration(AutoConfigurations.of(RedisLockAutoConfiguration.class,
							LockAutoConfiguration.class, LockAspectAutoConfiguration.class))
					.withUserConfiguration(QualifiedBesideAutoConfigured.class));
	}

	@Test
	void connectionFactoryBehindAProxyIsLookedThrough() {
		try (TestRedis sentinel = TestRedis.startSentinel("mymaster", redis)) {
			LettuceConnectionFactory target = new LettuceConnectionFactory(
					new RedisSentinelConfiguration().master("mymaster").sentinel("127.0.0.1", sentinel.port()));
			assertLocksIn(redis, "lock:proxied",
					LockApplication.runner()
						.withBean(RedisConnectionFactory.class,
								() -> (RedisConnectionFactory) new ProxyFactory(target).getProxy()));
		}
	}

	@Test
	void passwordIsUsed() {
		try (TestRedis secured = TestRedis.start("--requirepass", "secret")) {
			assertLocksIn(secured, "lock:secured",
					LockApplication.on(secured).withPropertyValues("spring.data.redis.password=secret"));
		}
	}

	@Test
	void userNameIsUsed() {
		try (TestRedis secured = TestRedis.start()) {
			secured.cli("ACL", "SETUSER", "locks", "on", ">secret", "~lock:*", "&lock:*", "+@all");
			LockApplication.on(secured)
				.withPropertyValues("spring.data.redis.username=locks", "spring.data.redis.password=secret")
				.run((context) -> {
					assertThat(context).hasNotFailed();
					context.getBean(LockOperations.class).acquire("a").close();
					assertLoggedIn(secured, "normal");
					assertLoggedIn(secured, "pubsub");
				});
		}
	}

	@Test
	void databaseIsUsed() {
		try (TestRedis fresh = TestRedis.start()) {
			LockApplication.on(fresh).withPropertyValues("spring.data.redis.database=3").run((context) -> {
				assertThat(context).hasNotFailed();
				context.getBean(LockOperations.class).acquire("a").close();
				assertThat(fresh.info("keyspace")).containsOnlyKeys("db3");
			});
		}
	}

	@Test
	void masterIsFoundThroughSentinel() {
		try (TestRedis sentinel = TestRedis.startSentinel("mymaster", redis)) {
			assertLocksIn(redis, "lock:sentinel",
					LockApplication.runner()
						.withPropertyValues("spring.data.redis.sentinel.master=mymaster",
								"spring.data.redis.sentinel.nodes=127.0.0.1:" + sentinel.port()));
		}
	}

	private static void assertLocksIn(TestRedis redis, String key, ApplicationContextRunner application) {
		application.withPropertyValues(LockApplication.PATIENCE).run((context) -> {
			assertThat(context).hasNotFailed();
			try (Lease lease = context.getBean(LockOperations.class).acquire(key.substring(key.lastIndexOf(':') + 1))) {
				assertThat(lease.isHeld()).isTrue();
				assertThat(redis.cli("TYPE", key)).isEqualTo("hash");
			}
		});
	}

	private static void assertLoggedIn(TestRedis redis, String type) {
		Awaitility.await()
			.untilAsserted(
					() -> assertThat(redis.cli("CLIENT", "LIST", "TYPE", type)).asString().contains(" user=locks "));
	}

	private static LettuceConnectionFactory to(TestRedis redis) {
		return new LettuceConnectionFactory(redis.host(), redis.port());
	}

	@Configuration(proxyBeanMethods = false)
	static class PrimaryAndAnother {

		@Bean
		LettuceConnectionFactory another() {
			return to(other);
		}

		@Bean
		@Primary
		LettuceConnectionFactory chosen() {
			return to(redis);
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class QualifiedAndPrimary {

		@Bean
		@Primary
		LettuceConnectionFactory another() {
			return to(other);
		}

		@Bean
		@LockConnectionFactory
		LettuceConnectionFactory chosen() {
			return to(redis);
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class QualifiedBesideAutoConfigured {

		@Bean(defaultCandidate = false)
		@LockConnectionFactory
		LettuceConnectionFactory chosen() {
			return to(redis);
		}

	}

}
