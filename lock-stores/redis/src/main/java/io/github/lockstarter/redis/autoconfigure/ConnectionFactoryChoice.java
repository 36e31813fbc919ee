package io.github.lockstarter.redis.autoconfigure;

import org.jspecify.annotations.Nullable;
import org.springframework.aop.framework.AopProxyUtils;
import org.springframework.beans.factory.NoUniqueBeanDefinitionException;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import io.github.lockstarter.store.LockStartException;

/**
 * Chooses the connection factory of the locks: qualified, only or primary.
 */
final class ConnectionFactoryChoice {

	private ConnectionFactoryChoice() {
	}

	static LettuceConnectionFactory choose(ObjectProvider<RedisConnectionFactory> qualified,
			ObjectProvider<RedisConnectionFactory> all) {
		Object chosen = target(single(qualified, all));
		if (chosen instanceof LettuceConnectionFactory lettuce) {
			return lettuce;
		}
		throw new LockStartException(
				"The connection factory for distributed locks is a " + chosen.getClass().getName()
						+ "; the locks need Lettuce",
				"Define a LettuceConnectionFactory bean qualified with @LockConnectionFactory, or remove "
						+ "spring.data.redis.client-type=jedis; io.lettuce:lettuce-core must be on the class path.");
	}

	// for stores that need none: several, or one that is not Lettuce's, are ignored
	static @Nullable LettuceConnectionFactory chooseIfAny(ObjectProvider<RedisConnectionFactory> qualified,
			ObjectProvider<RedisConnectionFactory> all) {
		RedisConnectionFactory chosen = qualified.getIfUnique();
		chosen = (chosen != null) ? chosen : all.getIfUnique();
		return (chosen != null && target(chosen) instanceof LettuceConnectionFactory lettuce) ? lettuce : null;
	}

	private static RedisConnectionFactory single(ObjectProvider<RedisConnectionFactory> qualified,
			ObjectProvider<RedisConnectionFactory> all) {
		try {
			RedisConnectionFactory chosen = qualified.getIfAvailable();
			return (chosen != null) ? chosen : all.getObject();
		}
		catch (NoUniqueBeanDefinitionException ex) {
			throw new LockStartException(
					"There are several Redis connection factories for distributed locks, and none is primary: "
							+ ex.getBeanNamesFound(),
					"Qualify the LettuceConnectionFactory bean of the Redis that keeps the locks with "
							+ "@LockConnectionFactory, or make one @Primary.");
		}
	}

	// a proxy, such as that of a tracing library, shows the defaults as its configuration
	private static Object target(RedisConnectionFactory factory) {
		Object target = AopProxyUtils.getSingletonTarget(factory);
		return (target != null) ? target : factory;
	}

}
