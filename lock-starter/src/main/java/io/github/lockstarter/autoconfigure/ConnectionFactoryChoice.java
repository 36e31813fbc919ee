package io.github.lockstarter.autoconfigure;

import org.springframework.beans.factory.NoUniqueBeanDefinitionException;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/**
 * Chooses the connection factory whose Redis keeps the locks: the one qualified with
 * {@link LockConnectionFactory}, or the only or primary one.
 */
final class ConnectionFactoryChoice {

	private ConnectionFactoryChoice() {
	}

	static LettuceConnectionFactory choose(ObjectProvider<RedisConnectionFactory> qualified,
			ObjectProvider<RedisConnectionFactory> all) {
		RedisConnectionFactory chosen = qualified.getIfAvailable();
		if (chosen == null) {
			chosen = single(all);
		}
		if (chosen instanceof LettuceConnectionFactory lettuce) {
			return lettuce;
		}
		throw new UnusableConnectionFactoryException(
				"The connection factory for distributed locks is a " + chosen.getClass().getName()
						+ "; the locks need Lettuce",
				"Define a LettuceConnectionFactory bean qualified with @LockConnectionFactory, or remove "
						+ "spring.data.redis.client-type=jedis.");
	}

	private static RedisConnectionFactory single(ObjectProvider<RedisConnectionFactory> all) {
		try {
			return all.getObject();
		}
		catch (NoUniqueBeanDefinitionException ex) {
			throw new UnusableConnectionFactoryException(
					"There are several Redis connection factories, and none is primary: " + ex.getBeanNamesFound(),
					"Qualify the LettuceConnectionFactory bean whose Redis keeps the locks with "
							+ "@LockConnectionFactory, or make one @Primary.");
		}
	}

}
