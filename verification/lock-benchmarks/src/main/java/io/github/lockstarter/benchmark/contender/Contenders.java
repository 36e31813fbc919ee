package io.github.lockstarter.benchmark.contender;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

import org.springframework.integration.redis.util.RedisLockRegistry.RedisLockType;

import io.github.lockstarter.LockMode;

/**
 * Makes contenders by name.
 */
public final class Contenders {

	static final int PERMITS = 3;

	private static final Map<String, Function<Endpoint, Contender>> ON_ONE_REDIS = new LinkedHashMap<>();

	private static final Map<String, Function<Endpoint, Contender>> SPECIAL = new LinkedHashMap<>();

	static {
		ON_ONE_REDIS.put("floor", HandWrittenLock::new);
		ON_ONE_REDIS.put("starter", (endpoint) -> new StarterLock(endpoint, UnaryOperator.identity()));
		ON_ONE_REDIS.put("starter-fair", (endpoint) -> new StarterLock(endpoint, (request) -> request.fair(true)));
		ON_ONE_REDIS.put("redisson", (endpoint) -> new RedissonLock(endpoint, RedissonKind.PLAIN));
		ON_ONE_REDIS.put("redisson-fair", (endpoint) -> new RedissonLock(endpoint, RedissonKind.FAIR));
		ON_ONE_REDIS.put("redisson-spin", (endpoint) -> new RedissonLock(endpoint, RedissonKind.SPIN));
		ON_ONE_REDIS.put("redisson-fenced", (endpoint) -> new RedissonLock(endpoint, RedissonKind.FENCED));
		ON_ONE_REDIS.put("registry-pubsub", (endpoint) -> new RegistryLock(endpoint, RedisLockType.PUB_SUB_LOCK));
		ON_ONE_REDIS.put("registry-spin", (endpoint) -> new RegistryLock(endpoint, RedisLockType.SPIN_LOCK));
		ON_ONE_REDIS.put("lock4j", Lock4jLock::new);
		ON_ONE_REDIS.put("shedlock", ShedLockLock::new);

		SPECIAL.put("reentrant-fair", (endpoint) -> new InProcessLock());
		SPECIAL.put("starter-application", ApplicationLock::onOne);
		SPECIAL.put("starter-sent", (endpoint) -> ApplicationLock.onOne(endpoint, "distributed-lock.release=sent"));
		SPECIAL.put("starter-confirmed",
				(endpoint) -> ApplicationLock.onOne(endpoint, "distributed-lock.redis.min-replicas=1"));
		SPECIAL.put("starter-cluster", ApplicationLock::onCluster);
		SPECIAL.put("starter-quorum",
				(endpoint) -> ApplicationLock.onQuorum(endpoint, "distributed-lock.redis.restart-delay=0s"));
		SPECIAL.put("starter-quorum-delayed", ApplicationLock::onQuorum);
		SPECIAL.put("redisson-red", (endpoint) -> new RedissonLock(endpoint, RedissonKind.RED));
		SPECIAL.put("redisson-multi", (endpoint) -> new RedissonLock(endpoint, RedissonKind.MULTI));
		SPECIAL.put("starter-read", (endpoint) -> new StarterLock(endpoint, (request) -> request.mode(LockMode.READ)));
		SPECIAL.put("starter-read-own",
				(endpoint) -> new StarterLock(endpoint, (request) -> request.mode(LockMode.READ).fair(true)));
		SPECIAL.put("redisson-read", (endpoint) -> new RedissonLock(endpoint, RedissonKind.READ));
		SPECIAL.put("redisson-write", (endpoint) -> new RedissonLock(endpoint, RedissonKind.WRITE));
		SPECIAL.put("row", RowLock::new);
		SPECIAL.put("starter-postgres", ApplicationLock::onDatabase);
		SPECIAL.put("registry-postgres", JdbcRegistryLock::new);
		SPECIAL.put("curator", (endpoint) -> new CuratorLock(endpoint, CuratorKind.MUTEX));
		SPECIAL.put("curator-read", (endpoint) -> new CuratorLock(endpoint, CuratorKind.READ));
		SPECIAL.put("curator-write", (endpoint) -> new CuratorLock(endpoint, CuratorKind.WRITE));
		SPECIAL.put("curator-permit", (endpoint) -> new CuratorLock(endpoint, CuratorKind.PERMIT));
		SPECIAL.put("starter-zookeeper", ApplicationLock::onZooKeeper);
		SPECIAL.put("starter-zookeeper-read",
				(endpoint) -> ApplicationLock.onZooKeeper(endpoint, (request) -> request.mode(LockMode.READ)));
		SPECIAL.put("starter-zookeeper-read-own", (endpoint) -> ApplicationLock.onZooKeeper(endpoint,
				(request) -> request.mode(LockMode.READ).fair(true)));
		SPECIAL.put("starter-zookeeper-permit",
				(endpoint) -> ApplicationLock.onZooKeeper(endpoint, (request) -> request.permits(PERMITS)));
		SPECIAL.put("etcd-service", EtcdServiceLock::new);
		SPECIAL.put("starter-etcd", ApplicationLock::onEtcd);
		SPECIAL.put("consul-key", ConsulKeyLock::new);
		SPECIAL.put("consul-lock", ConsulToolLock::new);
		SPECIAL.put("starter-consul", ApplicationLock::onConsul);
	}

	private Contenders() {
	}

	/**
	 * Opens a contender: connects it to where its locks are.
	 * @param name its name in the results
	 * @param endpoint where the locks are kept
	 * @return the contender; close it
	 */
	public static Contender open(String name, Endpoint endpoint) {
		Function<Endpoint, Contender> factory = Stream.of(ON_ONE_REDIS, SPECIAL)
			.filter((contenders) -> contenders.containsKey(name))
			.map((contenders) -> contenders.get(name))
			.findFirst()
			.orElseThrow(() -> new IllegalArgumentException(
					"No contender " + name + "; there are " + ON_ONE_REDIS.keySet() + " and " + SPECIAL.keySet()));
		return factory.apply(endpoint);
	}

	/**
	 * All whose locks are in one Redis. The floor is the first.
	 * @return their names
	 */
	public static List<String> inRedis() {
		return List.copyOf(ON_ONE_REDIS.keySet());
	}

	/**
	 * All whose callers can wait for a lock in Redis. Redisson is the first.
	 * @return their names
	 */
	public static List<String> waiting() {
		return Stream
			.concat(Stream.of("redisson"),
					inRedis().stream().filter((name) -> !List.of("floor", "shedlock", "redisson").contains(name)))
			.toList();
	}

	/**
	 * Those that share a lock with others that read. Redisson is the first. The readers
	 * of one application instance have one share together, but for those of {@code -own}.
	 * @return their names
	 */
	public static List<String> reading() {
		return List.of("redisson-read", "starter-read", "starter-read-own");
	}

	/**
	 * Who writes where another one reads.
	 * @param reader the name of the one that reads
	 * @return the name of the one that has the same lock alone
	 */
	public static String writerBeside(String reader) {
		return reader.startsWith("redisson") ? "redisson-write" : "starter";
	}

}
