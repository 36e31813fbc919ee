package io.github.lockstarter.test;

import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.test.ContainerEngine.Address;
import io.github.lockstarter.test.TestRedis.Ownership;

/**
 * Chooses the Redis that the ordinary tests of this JVM share.
 */
final class SharedRedis {

	/**
	 * The environment variable that names a server ({@code host:port}), or the program
	 * that all embedded servers of this JVM run.
	 */
	static final String VARIABLE = "LOCK_TEST_REDIS";

	private static final String KIND_PROPERTY = "lock.test.redis";

	private static final Duration FAREWELL = Duration.ofSeconds(2);

	private static final Once<TestRedis> SHARED = new Once<>(
			() -> choose(System.getenv(VARIABLE), System.getProperty(KIND_PROPERTY, "embedded")));

	private SharedRedis() {
	}

	static TestRedis get() {
		return SHARED.get();
	}

	/**
	 * At the end of the JVM, application contexts that were cached over the tests close
	 * at the same time as the server: they need it to release what they hold.
	 */
	static void awaitUsersGone() {
		TestRedis redis = SHARED.peek();
		if (redis == null || redis.isExternal()) {
			return;
		}
		try {
			Await.until("the users of the shared Redis to be gone", FAREWELL,
					() -> "1".equals(redis.info("clients").get("connected_clients")));
		}
		catch (IllegalStateException | UncheckedIOException ex) {
			// somebody leaves without saying goodbye
		}
	}

	static TestRedis choose(@Nullable String given, String kind) {
		if (NamedProgram.isProgram(given)) {
			return announce("the program given by " + VARIABLE, TestRedis.start(Ownership.SHARED));
		}
		if (given != null && !given.isBlank()) {
			return announce("the one given by " + VARIABLE, at(given.strip()));
		}
		return switch (kind) {
			case "embedded" -> announce("embedded", TestRedis.start(Ownership.SHARED));
			case "testcontainers" -> {
				RedisContainer container = new RedisContainer(new DockerEngine(),
						System.getProperty(RedisContainer.IMAGE_PROPERTY, RedisContainer.DEFAULT_IMAGE));
				Address address = container.start();
				yield announce(container.toString(),
						new TestRedis(address.host(), address.port(), Ownership.EXTERNAL, null, null));
			}
			default -> throw new IllegalArgumentException("The system property " + KIND_PROPERTY
					+ " must be \"embedded\" or \"testcontainers\", not \"" + kind + "\"");
		};
	}

	private static TestRedis at(String address) {
		int colon = address.lastIndexOf(':');
		if (colon < 1 || !address.substring(colon + 1).matches("\\d{1,5}")) {
			throw new IllegalArgumentException(
					"The environment variable " + VARIABLE + " must be host:port, not \"" + address + "\"");
		}
		TestRedis redis = new TestRedis(address.substring(0, colon), Integer.parseInt(address.substring(colon + 1)),
				Ownership.EXTERNAL, null, null);
		redis.cli("PING");
		return redis;
	}

	private static TestRedis announce(String kind, TestRedis redis) {
		System.out.println("Redis of the tests: " + kind + ", " + redis.host() + ":" + redis.port() + ", "
				+ version(redis.info("server")));
		return redis;
	}

	// Valkey says which Redis it is like, and beside that what it is
	static String version(Map<String, String> info) {
		String valkey = info.get("valkey_version");
		return (valkey != null) ? "Valkey " + valkey : "Redis " + info.get("redis_version");
	}

}
