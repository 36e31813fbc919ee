package io.github.lockstarter.redis;

import org.jspecify.annotations.Nullable;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;

/**
 * Hints for native images: the scripts are read as resources, and the topology from a
 * private field.
 */
final class LockRuntimeHints implements RuntimeHintsRegistrar {

	@Override
	public void registerHints(RuntimeHints hints, @Nullable ClassLoader classLoader) {
		hints.resources().registerPattern("io/github/lockstarter/redis/script/*.lua");
		// by name: the auto-configuration backs off without Spring Data Redis
		hints.reflection()
			.registerTypeIfPresent(classLoader,
					"org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory",
					(factory) -> factory.withField(FactoryConfiguration.FIELD));
	}

}
