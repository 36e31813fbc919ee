package io.github.lockstarter.autoconfigure;

import java.time.Duration;
import java.util.Objects;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.core.env.Environment;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import io.github.lockstarter.LockOperations;
import io.github.lockstarter.core.LockSettings;
import io.github.lockstarter.core.LockTemplate;
import io.github.lockstarter.event.LossPublisher;
import io.github.lockstarter.metrics.NameLimit;
import io.github.lockstarter.observer.LockObserver;
import io.github.lockstarter.quorum.QuorumLockStore;
import io.github.lockstarter.redis.LettuceLockStore;
import io.github.lockstarter.redis.RedisClients;
import io.github.lockstarter.redis.RedisSettings;
import io.github.lockstarter.store.LockClock;
import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.store.SystemLockClock;

/**
 * Auto-configuration of the {@link LockOperations} on the application's Redis, or on a
 * quorum of masters. Backs off from the application's own {@link LockOperations},
 * {@link LockStore} and {@link LockClock}.
 */
@AutoConfiguration(afterName = { "org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration",
		"org.springframework.boot.autoconfigure.data.redis.RedisAutoConfiguration" })
@ConditionalOnClass(LettuceConnectionFactory.class)
@Conditional(LocksTurnedOff.Not.class)
@EnableConfigurationProperties({ LockProperties.class, RedisLockProperties.class, ObservabilityProperties.class })
public final class LockAutoConfiguration {

	@Bean
	@ConditionalOnMissingBean
	LockClock distributedLockStarterClock() {
		return new SystemLockClock();
	}

	@Bean
	@ConditionalOnMissingBean
	LockSettings distributedLockStarterSettings(LockProperties properties, RedisLockProperties redisProperties) {
		return SettingsMapper.map(properties, redisProperties);
	}

	@Bean
	@ConditionalOnMissingBean
	NameLimit distributedLockStarterNames(ObservabilityProperties properties) {
		return SettingsMapper.names(properties);
	}

	@Bean
	@Conditional(QuorumConfigured.class)
	@ConditionalOnMissingBean({ LockStore.class, LockOperations.class })
	QuorumLockStore distributedLockStarterQuorumStore(LockProperties properties, RedisLockProperties redisProperties,
			LockSettings settings, ObjectProvider<RedisConnectionFactory> connectionFactory,
			@LockConnectionFactory ObjectProvider<RedisConnectionFactory> lockConnectionFactory, LockClock clock,
			Environment environment) {
		return new QuorumStores(properties.getKeyPrefix(), redisProperties, settings, clock,
				InstanceLabel.of(environment))
			.create(ConnectionFactoryChoice.chooseIfAny(lockConnectionFactory, connectionFactory));
	}

	@Bean
	@ConditionalOnBean(RedisConnectionFactory.class)
	@ConditionalOnMissingBean({ LockStore.class, LockOperations.class })
	LettuceLockStore distributedLockStarterStore(LockProperties properties, RedisLockProperties redisProperties,
			LockSettings settings, ObjectProvider<RedisConnectionFactory> connectionFactory,
			@LockConnectionFactory ObjectProvider<RedisConnectionFactory> lockConnectionFactory, LockClock clock,
			Environment environment) {
		LettuceConnectionFactory factory = ConnectionFactoryChoice.choose(lockConnectionFactory, connectionFactory);
		return new LettuceLockStore(new RedisClients(factory, settings.commandTimeout()), settings,
				new RedisSettings(Objects.requireNonNullElse(redisProperties.getRestartDelay(), Duration.ZERO),
						redisProperties.getMinReplicas(), redisProperties.getReplicaTimeout()),
				properties.getKeyPrefix(), InstanceLabel.of(environment), clock);
	}

	@Bean
	@ConditionalOnBean(LockStore.class)
	@ConditionalOnMissingBean(LockOperations.class)
	LockTemplate distributedLockStarterTemplate(LockStore store, LockSettings settings, LockClock clock,
			ObjectProvider<LockObserver> observers) {
		return new LockTemplate(store, settings, clock, observers.orderedStream().toList());
	}

	@Bean
	@ConditionalOnBean(LockTemplate.class)
	LockLifecycle distributedLockStarterLifecycle(LockTemplate template, LockStore store, LockSettings settings,
			LockProperties properties, Environment environment) {
		return new LockLifecycle(template,
				new StartLine(store, settings, properties.getKeyPrefix(), InstanceLabel.of(environment)));
	}

	@Bean
	@ConditionalOnMissingBean
	LossPublisher distributedLockStarterLossPublisher(ApplicationEventPublisher publisher) {
		return new LossPublisher(publisher);
	}

}
