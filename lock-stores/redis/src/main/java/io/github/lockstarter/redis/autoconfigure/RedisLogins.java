package io.github.lockstarter.redis.autoconfigure;

import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;

import io.lettuce.core.RedisCredentials;
import io.lettuce.core.RedisURI;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.Environment;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.util.ClassUtils;
import org.springframework.util.ReflectionUtils;

import io.github.lockstarter.autoconfigure.CurrentCredentials;
import io.github.lockstarter.redis.RedisLogin;
import io.github.lockstarter.store.Credentials;

/**
 * The current logins of the connections of the locks.
 */
final class RedisLogins {

	// The names in Spring Boot 4 and 3.
	private static final List<String> DETAILS = List.of(
			"org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails",
			"org.springframework.boot.autoconfigure.data.redis.RedisConnectionDetails");

	private static final String PROPERTIES = "spring.data.redis";

	private final BeanFactory beans;

	private final Environment environment;

	RedisLogins(BeanFactory beans, Environment environment) {
		this.beans = beans;
		this.environment = environment;
	}

	RedisLogin of(LettuceConnectionFactory factory) {
		RedisLogin configured = RedisLogin.of(factory);
		Object details = details();
		CurrentCredentials servers = CurrentCredentials.of(trimmed(configured.servers()));
		CurrentCredentials sentinels = CurrentCredentials.of(trimmed(configured.sentinels()));
		if (details != null) {
			servers.orElseIfSame(() -> credentials(details));
			sentinels.orElseIfSame(() -> {
				Object sentinel = property(details, "getSentinel");
				return (sentinel != null) ? credentials(sentinel) : null;
			});
		}
		servers.orElseIfSame(() -> read(PROPERTIES));
		sentinels.orElseIfSame(() -> read(PROPERTIES + ".sentinel"));
		return new RedisLogin(servers, sentinels,
				details != null && !details.getClass().getName().startsWith("org.springframework.boot."));
	}

	// place: the index of the master's address
	RedisLogin ofMaster(LettuceConnectionFactory factory, int place) {
		RedisLogin configured = RedisLogin.of(factory);
		CurrentCredentials servers = CurrentCredentials.of(trimmed(configured.servers()))
			.orElseIfSame(() -> ofAddress(place));
		return new RedisLogin(servers, configured.sentinels(), false);
	}

	private @Nullable Credentials ofAddress(int place) {
		List<String> nodes = Binder.get(this.environment)
			.bind("distributed-lock.redis.quorum.nodes", Bindable.listOf(String.class))
			.orElse(List.of());
		return (place < nodes.size()) ? ofUrl(nodes.get(place)) : null;
	}

	private @Nullable Credentials read(String prefix) {
		Binder binder = Binder.get(this.environment);
		String url = binder.bind(prefix + ".url", String.class).orElse(null);
		return (url != null) ? ofUrl(url) : trimmed(binder.bind(prefix + ".username", String.class).orElse(null),
				binder.bind(prefix + ".password", String.class).orElse(null));
	}

	private static @Nullable Credentials ofUrl(String url) {
		try {
			RedisCredentials found = RedisURI.create(url.contains("://") ? url.strip() : "redis://" + url.strip())
				.getCredentialsProvider()
				.resolveCredentials()
				.block();
			return (found != null)
					? trimmed(found.getUsername(), found.hasPassword() ? new String(found.getPassword()) : null) : null;
		}
		catch (IllegalArgumentException ex) {
			return null; // its message may contain the password
		}
	}

	private @Nullable Object details() {
		ClassLoader loader = RedisLogins.class.getClassLoader();
		return DETAILS.stream()
			.filter((name) -> ClassUtils.isPresent(name, loader))
			.map((name) -> this.beans.getBeanProvider(ClassUtils.resolveClassName(name, loader)).getIfUnique())
			.filter(Objects::nonNull)
			.findFirst()
			.orElse(null);
	}

	private static @Nullable Credentials credentials(Object of) {
		return trimmed((String) property(of, "getUsername"), (String) property(of, "getPassword"));
	}

	private static @Nullable Object property(Object of, String getter) {
		// methods of an interface: the class may not be public
		return ClassUtils.getAllInterfacesForClassAsSet(of.getClass())
			.stream()
			.map((type) -> ReflectionUtils.findMethod(type, getter))
			.filter(Objects::nonNull)
			.findFirst()
			.map((method) -> ReflectionUtils.invokeMethod(method, of))
			.orElse(null);
	}

	private static Supplier<Credentials> trimmed(Supplier<Credentials> source) {
		return () -> {
			Credentials now = source.get();
			return Objects.requireNonNullElse(trimmed(now.username(), now.password()), new Credentials(null, null));
		};
	}

	private static @Nullable Credentials trimmed(@Nullable String username, @Nullable String password) {
		String user = (username == null || username.isBlank()) ? null : username;
		String secret = (password == null || password.isEmpty()) ? null : password;
		return (user == null && secret == null) ? null : new Credentials(user, secret);
	}

}
