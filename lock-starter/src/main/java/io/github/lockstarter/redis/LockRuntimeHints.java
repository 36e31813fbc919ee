package io.github.lockstarter.redis;

import org.jspecify.annotations.Nullable;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;

/**
 * What a native image cannot see of this package: the scripts are read as resources, and
 * the topology from a private field.
 */
final class LockRuntimeHints implements RuntimeHintsRegistrar {

	@Override
	public void registerHints(RuntimeHints hints, @Nullable ClassLoader classLoader) {
		hints.resources().registerPattern("io/github/lockstarter/redis/script/*.lua");
		// By name: the auto-configuration is silent where Spring Data Redis is missing.
		hints.reflection()
			.registerTypeIfPresent(classLoader,
					"org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory",
					(factory) -> factory.withField(FactoryConfiguration.FIELD));
	}

}
