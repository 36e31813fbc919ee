package io.github.lockstarter.test;

import java.io.UncheckedIOException;
import java.time.Duration;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.test.TestRedis.Ownership;

/**
 * Chooses the Redis that the ordinary tests of this JVM share.
 */
final class SharedRedis {

	private static final String ADDRESS_VARIABLE = "LOCK_TEST_REDIS";

	private static final String KIND_PROPERTY = "lock.test.redis";

	private static final Duration FAREWELL = Duration.ofSeconds(2);

	private static volatile @Nullable TestRedis shared;

	private SharedRedis() {
	}

	static synchronized TestRedis get() {
		TestRedis redis = shared;
		if (redis == null) {
			redis = choose(System.getenv(ADDRESS_VARIABLE), System.getProperty(KIND_PROPERTY, "embedded"));
			shared = redis;
		}
		return redis;
	}

	/**
	 * At the end of the JVM, application contexts that were cached over the tests close
	 * at the same time as the server: they need it to release what they hold.
	 */
	static void awaitUsersGone() {
		TestRedis redis = shared;
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

	static TestRedis choose(@Nullable String address, String kind) {
		if (address != null && !address.isBlank()) {
			return announce("the one given by " + ADDRESS_VARIABLE, at(address.strip()));
		}
		return switch (kind) {
			case "embedded" -> announce("embedded", TestRedis.start(Ownership.SHARED));
			case "testcontainers" -> {
				RedisContainer container = new RedisContainer();
				yield announce(container.toString(),
						new TestRedis(container.host(), container.port(), Ownership.EXTERNAL, null, null));
			}
			default -> throw new IllegalArgumentException("The system property " + KIND_PROPERTY
					+ " must be \"embedded\" or \"testcontainers\", not \"" + kind + "\"");
		};
	}

	private static TestRedis at(String address) {
		int colon = address.lastIndexOf(':');
		if (colon < 1 || !address.substring(colon + 1).matches("\\d{1,5}")) {
			throw new IllegalArgumentException(
					"The environment variable " + ADDRESS_VARIABLE + " must be host:port, not \"" + address + "\"");
		}
		TestRedis redis = new TestRedis(address.substring(0, colon), Integer.parseInt(address.substring(colon + 1)),
				Ownership.EXTERNAL, null, null);
		redis.cli("PING");
		return redis;
	}

	private static TestRedis announce(String kind, TestRedis redis) {
		System.out.println("Redis of the tests: " + kind + ", " + redis.host() + ":" + redis.port() + ", version "
				+ redis.info("server").get("redis_version"));
		return redis;
	}

}
