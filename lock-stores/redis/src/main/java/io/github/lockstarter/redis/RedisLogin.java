package io.github.lockstarter.redis;

import java.util.Objects;
import java.util.function.Supplier;

import io.lettuce.core.RedisCredentials;
import io.lettuce.core.RedisCredentialsProvider;
import org.jspecify.annotations.Nullable;
import org.springframework.data.redis.connection.RedisConfiguration;
import org.springframework.data.redis.connection.RedisPassword;
import org.springframework.data.redis.connection.RedisSentinelConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import reactor.core.publisher.Mono;

import io.github.lockstarter.store.Credentials;

/**
 * The credentials of connections to Redis, read for each connection, so they may be
 * rotated while the application runs.
 *
 * @param servers gives the credentials for the servers
 * @param sentinels gives those for Redis Sentinel
 * @param isRemote whether that may take time, as a query of a vault does: then it runs on
 * a thread of its own
 */
public record RedisLogin(Supplier<Credentials> servers, Supplier<Credentials> sentinels, boolean isRemote) {

	/**
	 * The login of a connection factory, whose configuration may change while the
	 * application runs.
	 * @param connectionFactory the connection factory
	 * @return the login
	 */
	public static RedisLogin of(LettuceConnectionFactory connectionFactory) {
		return of(FactoryConfiguration.of(connectionFactory));
	}

	static RedisLogin of(RedisConfiguration configuration) {
		return new RedisLogin(() -> ofServers(configuration), () -> ofSentinels(configuration), false);
	}

	private static Credentials ofServers(RedisConfiguration configuration) {
		return (configuration instanceof RedisConfiguration.WithAuthentication user)
				? credentials(user.getUsername(), user.getPassword()) : new Credentials(null, null);
	}

	private static Credentials ofSentinels(RedisConfiguration configuration) {
		return (configuration instanceof RedisSentinelConfiguration sentinel)
				? credentials(sentinel.getSentinelUsername(), sentinel.getSentinelPassword())
				: new Credentials(null, null);
	}

	private static Credentials credentials(@Nullable String username, RedisPassword password) {
		return new Credentials(username, password.map(String::new).orElse(null));
	}

	RedisCredentialsProvider toServers() {
		return provider(this.servers);
	}

	RedisCredentialsProvider toSentinels() {
		return provider(this.sentinels);
	}

	private RedisCredentialsProvider provider(Supplier<Credentials> source) {
		if (this.isRemote) {
			return () -> Mono.fromSupplier(() -> credentials(source.get()));
		}
		return (RedisCredentialsProvider.ImmediateRedisCredentialsProvider) () -> credentials(source.get());
	}

	private static RedisCredentials credentials(Credentials now) {
		String username = (now.username() == null || now.username().isBlank()) ? null : now.username();
		String password = Objects.requireNonNullElse(now.password(), "");
		// a user without a password has an empty one
		return RedisCredentials.just(username,
				(username == null && password.isEmpty()) ? null : password.toCharArray());
	}

}
