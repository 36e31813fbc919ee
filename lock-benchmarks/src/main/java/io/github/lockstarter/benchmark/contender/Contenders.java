package io.github.lockstarter.benchmark.contender;

import java.util.Map;
import java.util.function.Function;

import org.redisson.api.RedissonClient;

/**
 * Makes contenders by name.
 */
public final class Contenders {

	private static final Map<String, Function<Endpoint, Contender>> BY_NAME = Map.ofEntries(
			Map.entry("floor", HandWrittenLock::new),
			Map.entry("starter", (endpoint) -> new StarterLock(endpoint, false)),
			Map.entry("starter-fair", (endpoint) -> new StarterLock(endpoint, true)),
			Map.entry("starter-annotation", AnnotatedLock::new),
			Map.entry("redisson", (endpoint) -> new RedissonLock(endpoint, "plain:", RedissonClient::getLock)),
			Map.entry("redisson-fair", (endpoint) -> new RedissonLock(endpoint, "fair:", RedissonClient::getFairLock)),
			Map.entry("redisson-spin", (endpoint) -> new RedissonLock(endpoint, "spin:", RedissonClient::getSpinLock)),
			Map.entry("redisson-fenced",
					(endpoint) -> new RedissonLock(endpoint, "fenced:", RedissonClient::getFencedLock)),
			Map.entry("reentrant-fair", (endpoint) -> new InProcessLock()));

	private Contenders() {
	}

	/**
	 * Opens a contender: connects it to Redis.
	 * @param name its name in the results
	 * @param endpoint where the locks are kept
	 * @return the contender; close it
	 */
	public static Contender open(String name, Endpoint endpoint) {
		Function<Endpoint, Contender> factory = BY_NAME.get(name);
		if (factory == null) {
			throw new IllegalArgumentException(
					"No contender " + name + "; there are " + BY_NAME.keySet().stream().sorted().toList());
		}
		return factory.apply(endpoint);
	}

}
