package io.github.lockstarter.redis;

import java.lang.reflect.Field;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;
import org.springframework.data.redis.connection.RedisClusterConfiguration;
import org.springframework.data.redis.connection.RedisConfiguration;
import org.springframework.data.redis.connection.RedisSentinelConfiguration;
import org.springframework.data.redis.connection.RedisSocketConfiguration;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.RedisStaticMasterReplicaConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.util.ReflectionUtils;

import io.github.lockstarter.store.LockStartException;

/**
 * Reads where a connection factory connects to.
 */
final class FactoryConfiguration {

	static final String FIELD = "configuration";

	private FactoryConfiguration() {
	}

	static RedisConfiguration of(LettuceConnectionFactory factory) {
		return of(factory, FactoryConfiguration::field);
	}

	// The private field is read, because no reader of the factory distinguishes a static
	// master with replicas from standalone. Where it is hidden ("field" returns null), as
	// in a native image, the readers are asked, and what they leave unclear is refused:
	// every other factory answers localhost:6379 for standalone, and the locks would be
	// in the wrong Redis.
	static RedisConfiguration of(LettuceConnectionFactory factory,
			Function<LettuceConnectionFactory, @Nullable Object> field) {
		RedisConfiguration configuration = (field.apply(factory) instanceof RedisConfiguration known) ? known
				: fromReaders(factory);
		if (configuration instanceof RedisStandaloneConfiguration || configuration instanceof RedisSentinelConfiguration
				|| configuration instanceof RedisSocketConfiguration
				|| configuration instanceof RedisClusterConfiguration
				|| configuration instanceof RedisStaticMasterReplicaConfiguration) {
			return configuration;
		}
		throw unsupported(configuration.getClass().getSimpleName());
	}

	static LockStartException unsupported(String topology) {
		return new LockStartException(
				"The Redis connection factory of the application has a " + topology
						+ ". Distributed locks cannot be kept there",
				"Keep the locks on a standalone Redis, on a Unix socket, behind Redis Sentinel, on Redis Cluster or on "
						+ "a static master with replicas: change spring.data.redis.*, or leave it and define a second LettuceConnectionFactory for such "
						+ "a Redis, a bean annotated with @Bean(defaultCandidate = false) and @LockConnectionFactory.");
	}

	private static RedisConfiguration fromReaders(LettuceConnectionFactory factory) {
		RedisConfiguration other = otherThanStandalone(factory);
		if (other != null) {
			return other;
		}
		if (factory.isClusterAware()) {
			throw unsupported(RedisClusterConfiguration.class.getSimpleName());
		}
		RedisStandaloneConfiguration standalone = factory.getStandaloneConfiguration();
		// The default address is also the answer of a factory for a static master with
		// replicas.
		if (factory.isRedisSentinelAware() || factory.getClientConfiguration().getReadFrom().isPresent()
				|| standalone.equals(new RedisStandaloneConfiguration())) {
			throw unsupported("configuration that cannot be distinguished from a "
					+ RedisStaticMasterReplicaConfiguration.class.getSimpleName() + ", because the field '" + FIELD
					+ "' of LettuceConnectionFactory cannot be read (a native image needs a reflection hint for it; "
					+ "a standalone Redis is recognized by an address other than localhost:6379 and no read-from)");
		}
		return standalone;
	}

	private static @Nullable RedisConfiguration otherThanStandalone(LettuceConnectionFactory factory) {
		if (factory.getClusterConfiguration() != null) {
			return factory.getClusterConfiguration();
		}
		return (factory.getSentinelConfiguration() != null) ? factory.getSentinelConfiguration()
				: factory.getSocketConfiguration();
	}

	private static @Nullable Object field(LettuceConnectionFactory factory) {
		try {
			Field field = ReflectionUtils.findField(LettuceConnectionFactory.class, FIELD);
			if (field == null) {
				return null;
			}
			ReflectionUtils.makeAccessible(field);
			return ReflectionUtils.getField(field, factory);
		}
		catch (RuntimeException | LinkageError ex) {
			return null; // closed by a module, or not registered in a native image
		}
	}

}
