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

/**
 * Where a connection factory connects to. It has no reader that tells static master and
 * replicas from standalone, so its private field is read. Where that is hidden, as in a
 * native image, its readers are asked, and what they leave unclear is refused: asked for
 * its standalone configuration, every other factory answers with {@code localhost:6379},
 * and the locks would be in a Redis that nobody meant.
 */
final class FactoryConfiguration {

	static final String FIELD = "configuration";

	private FactoryConfiguration() {
	}

	static RedisConfiguration of(LettuceConnectionFactory factory) {
		return of(factory, FactoryConfiguration::field);
	}

	/**
	 * Reads the configuration of a factory.
	 * @param factory the connection factory
	 * @param field reads the private field, null where it is hidden
	 * @return where it connects to
	 * @throws UnsupportedTopologyException if locks cannot be kept there, or if it cannot
	 * be told
	 */
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
		throw new UnsupportedTopologyException(configuration.getClass().getSimpleName());
	}

	private static RedisConfiguration fromReaders(LettuceConnectionFactory factory) {
		RedisConfiguration other = otherThanStandalone(factory);
		if (other != null) {
			return other;
		}
		if (factory.isClusterAware()) {
			throw new UnsupportedTopologyException(RedisClusterConfiguration.class.getSimpleName());
		}
		RedisStandaloneConfiguration standalone = factory.getStandaloneConfiguration();
		// the default address is also the answer of a factory for static master and
		// replicas
		if (factory.isRedisSentinelAware() || factory.getClientConfiguration().getReadFrom().isPresent()
				|| standalone.equals(new RedisStandaloneConfiguration())) {
			throw new UnsupportedTopologyException("configuration that cannot be told from a "
					+ RedisStaticMasterReplicaConfiguration.class.getSimpleName() + ", because the field '" + FIELD
					+ "' of LettuceConnectionFactory cannot be read (a native image needs a reflection hint for it; "
					+ "a standalone Redis can be told by an address other than localhost:6379, and no read-from)");
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
