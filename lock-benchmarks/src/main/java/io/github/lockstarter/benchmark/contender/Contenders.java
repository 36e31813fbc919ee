package io.github.lockstarter.benchmark.contender;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;

import org.springframework.integration.redis.util.RedisLockRegistry.RedisLockType;

import io.github.lockstarter.peer.RedissonKind;

/**
 * Makes contenders by name.
 */
public final class Contenders {

	private static final Map<String, Function<Endpoint, Contender>> BY_NAME = new LinkedHashMap<>();

	static {
		BY_NAME.put("floor", HandWrittenLock::new);
		BY_NAME.put("reentrant-fair", (endpoint) -> new InProcessLock());
		BY_NAME.put("starter", (endpoint) -> new StarterLock(endpoint, false));
		BY_NAME.put("starter-annotation", AnnotatedLock::new);
		BY_NAME.put("starter-fair", (endpoint) -> new StarterLock(endpoint, true));
		BY_NAME.put("redisson", (endpoint) -> new RedissonLock(endpoint, RedissonKind.PLAIN));
		BY_NAME.put("redisson-fair", (endpoint) -> new RedissonLock(endpoint, RedissonKind.FAIR));
		BY_NAME.put("redisson-spin", (endpoint) -> new RedissonLock(endpoint, RedissonKind.SPIN));
		BY_NAME.put("redisson-fenced", (endpoint) -> new RedissonLock(endpoint, RedissonKind.FENCED));
		BY_NAME.put("registry-pubsub", (endpoint) -> new RegistryLock(endpoint, RedisLockType.PUB_SUB_LOCK, false));
		BY_NAME.put("registry-spin", (endpoint) -> new RegistryLock(endpoint, RedisLockType.SPIN_LOCK, false));
		BY_NAME.put("lock4j", Lock4jLock::new);
		BY_NAME.put("shedlock", ShedLockLock::new);
	}

	/**
	 * Where the cost of holding is measured: as the one with pub/sub, which renews only
	 * if told to.
	 */
	public static final String RENEWED_REGISTRY = "registry-renewed";

	private Contenders() {
	}

	/**
	 * Opens a contender: connects it to Redis.
	 * @param name its name in the results
	 * @param endpoint where the locks are kept
	 * @return the contender; close it
	 */
	public static Contender open(String name, Endpoint endpoint) {
		if (name.equals(RENEWED_REGISTRY)) {
			return new RegistryLock(endpoint, RedisLockType.PUB_SUB_LOCK, true);
		}
		Function<Endpoint, Contender> factory = BY_NAME.get(name);
		if (factory == null) {
			throw new IllegalArgumentException("No contender " + name + "; there are " + BY_NAME.keySet());
		}
		return factory.apply(endpoint);
	}

	/**
	 * All whose locks are in Redis. The floor is the first.
	 * @return their names
	 */
	public static List<String> inRedis() {
		return BY_NAME.keySet().stream().filter((name) -> !name.equals("reentrant-fair")).toList();
	}

	/**
	 * All whose callers can wait for a lock in Redis. Redisson is the first.
	 * @return their names
	 */
	public static List<String> waiting() {
		return Stream
			.concat(Stream.of("redisson"), inRedis().stream()
				.filter((name) -> !List.of("floor", "shedlock", "starter-annotation", "redisson").contains(name)))
			.toList();
	}

}
