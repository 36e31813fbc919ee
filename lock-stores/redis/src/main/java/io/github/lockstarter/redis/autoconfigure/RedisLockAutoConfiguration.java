package io.github.lockstarter.redis.autoconfigure;

import java.time.Duration;
import java.util.Objects;

import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.core.env.Environment;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import io.github.lockstarter.LockOperations;
import io.github.lockstarter.autoconfigure.ConditionalOnLockStore;
import io.github.lockstarter.autoconfigure.InstanceLabel;
import io.github.lockstarter.autoconfigure.LockAutoConfiguration;
import io.github.lockstarter.autoconfigure.LockConnectionFactory;
import io.github.lockstarter.autoconfigure.LockProperties;
import io.github.lockstarter.autoconfigure.ShortDurations;
import io.github.lockstarter.core.LockSettings;
import io.github.lockstarter.quorum.QuorumLockStore;
import io.github.lockstarter.redis.LettuceLockStore;
import io.github.lockstarter.redis.RedisClients;
import io.github.lockstarter.redis.RedisLogin;
import io.github.lockstarter.redis.RedisSettings;
import io.github.lockstarter.runtime.LockRuntime;
import io.github.lockstarter.store.LockStartException;
import io.github.lockstarter.store.LockStore;

/**
 * Auto-configuration of the stores in Redis. Backs off from the application's own
 * {@link LockStore} and {@link LockOperations}.
 */
@AutoConfiguration(before = LockAutoConfiguration.class,
		afterName = { "org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration",
				"org.springframework.boot.autoconfigure.data.redis.RedisAutoConfiguration" })
@ConditionalOnLockStore("redis")
@ConditionalOnMissingBean({ LockStore.class, LockOperations.class })
@EnableConfigurationProperties({ RedisLockProperties.class, LockProperties.class })
public final class RedisLockAutoConfiguration {

	// a notification does not show whether replicas have received the lock
	@Bean
	@ConditionalOnMissingBean
	LockSettings distributedLockStarterRedisSettings(LockProperties properties, RedisLockProperties redisProperties) {
		ShortDurations.warn(properties);
		ShortDurations.warn("redis.replica-timeout", redisProperties.getReplicaTimeout());
		return LockSettings.of(properties, redisProperties.getMinReplicas() > 0);
	}

	// No parameter is named like a bean that Spring would prefer then.

	@Bean
	@Conditional(QuorumConfigured.class)
	QuorumLockStore distributedLockStarterQuorumStore(LockProperties properties, RedisLockProperties redisProperties,
			LockSettings settings, ObjectProvider<RedisConnectionFactory> distributedLockStarterFactories,
			@LockConnectionFactory ObjectProvider<RedisConnectionFactory> lockConnectionFactory, LockRuntime runtime,
			Environment environment, BeanFactory beans) {
		return new QuorumStores(properties.getKeyPrefix(), redisProperties, settings, runtime,
				InstanceLabel.of(environment), new RedisLogins(beans, environment))
			.create(ConnectionFactoryChoice.chooseIfAny(lockConnectionFactory, distributedLockStarterFactories));
	}

	@Bean
	@Conditional(ConnectionFactoryFound.class)
	@ConditionalOnMissingBean(LockStore.class)
	LettuceLockStore distributedLockStarterStore(LockProperties properties, RedisLockProperties redisProperties,
			LockSettings settings, ObjectProvider<RedisConnectionFactory> distributedLockStarterFactories,
			@LockConnectionFactory ObjectProvider<RedisConnectionFactory> lockConnectionFactory, LockRuntime runtime,
			Environment environment, BeanFactory beans) {
		if (!redisProperties.getQuorum().getNodes().isEmpty()) {
			throw new LockStartException(
					"distributed-lock.redis.quorum.nodes is set, but it was not when this application was built, and is "
							+ "not read again",
					"Build it with masters in distributed-lock.redis.quorum.nodes; others may be set when it starts.");
		}
		LettuceConnectionFactory factory = ConnectionFactoryChoice.choose(lockConnectionFactory,
				distributedLockStarterFactories);
		RedisLogin login = new RedisLogins(beans, environment).of(factory);
		return new LettuceLockStore(new RedisClients(factory, settings.commandTimeout(), login), settings,
				new RedisSettings(Objects.requireNonNullElse(redisProperties.getRestartDelay(), Duration.ZERO),
						redisProperties.getMinReplicas(), redisProperties.getReplicaTimeout()),
				properties.getKeyPrefix(), InstanceLabel.of(environment), runtime);
	}

}
