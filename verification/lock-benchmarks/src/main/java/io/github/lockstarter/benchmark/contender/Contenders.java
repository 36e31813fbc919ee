package io.github.lockstarter.benchmark.contender;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

import org.springframework.integration.redis.util.RedisLockRegistry.RedisLockType;

import io.github.lockstarter.LockMode;
import io.github.lockstarter.peer.RedissonKind;

/**
 * Makes contenders by name.
 */
public final class Contenders {

	private static final Map<String, Function<Endpoint, Contender>> ON_ONE_REDIS = new LinkedHashMap<>();

	private static final Map<String, Function<Endpoint, Contender>> SPECIAL = new LinkedHashMap<>();

	static {
		ON_ONE_REDIS.put("floor", HandWrittenLock::new);
		ON_ONE_REDIS.put("starter", (endpoint) -> new StarterLock(endpoint, UnaryOperator.identity()));
		ON_ONE_REDIS.put("starter-annotation", AnnotatedLock::new);
		ON_ONE_REDIS.put("starter-fair", (endpoint) -> new StarterLock(endpoint, (request) -> request.fair(true)));
		ON_ONE_REDIS.put("redisson", (endpoint) -> new RedissonLock(endpoint, RedissonKind.PLAIN));
		ON_ONE_REDIS.put("redisson-fair", (endpoint) -> new RedissonLock(endpoint, RedissonKind.FAIR));
		ON_ONE_REDIS.put("redisson-spin", (endpoint) -> new RedissonLock(endpoint, RedissonKind.SPIN));
		ON_ONE_REDIS.put("redisson-fenced", (endpoint) -> new RedissonLock(endpoint, RedissonKind.FENCED));
		ON_ONE_REDIS.put("registry-pubsub",
				(endpoint) -> new RegistryLock(endpoint, RedisLockType.PUB_SUB_LOCK, false));
		ON_ONE_REDIS.put("registry-spin", (endpoint) -> new RegistryLock(endpoint, RedisLockType.SPIN_LOCK, false));
		ON_ONE_REDIS.put("lock4j", Lock4jLock::new);
		ON_ONE_REDIS.put("shedlock", ShedLockLock::new);
	}

	/**
	 * Where the cost of holding is measured: as the one with pub/sub, which renews only
	 * if told to.
	 */
	public static final String RENEWED_REGISTRY = "registry-renewed";

	static {
		SPECIAL.put("reentrant-fair", (endpoint) -> new InProcessLock());
		SPECIAL.put(RENEWED_REGISTRY, (endpoint) -> new RegistryLock(endpoint, RedisLockType.PUB_SUB_LOCK, true));
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
	}

	/**
	 * How many permits those have that share by permits.
	 */
	public static final int PERMITS = 3;

	static {
		SPECIAL.put("starter-read", (endpoint) -> new StarterLock(endpoint, (request) -> request.mode(LockMode.READ)));
		SPECIAL.put("starter-read-own",
				(endpoint) -> new StarterLock(endpoint, (request) -> request.mode(LockMode.READ).fair(true)));
		SPECIAL.put("starter-permits", (endpoint) -> new StarterLock(endpoint, (request) -> request.permits(PERMITS)));
		SPECIAL.put("redisson-read", (endpoint) -> new RedissonLock(endpoint, RedissonKind.READ));
		SPECIAL.put("redisson-write", (endpoint) -> new RedissonLock(endpoint, RedissonKind.WRITE));
		SPECIAL.put("redisson-permits", RedissonPermits::new);
		SPECIAL.put("curator-read", CuratorLock::reading);
		SPECIAL.put("curator-write", CuratorLock::writing);
		SPECIAL.put("curator-permits", CuratorPermits::new);
	}

	private static final Map<String, Function<Endpoint, Contender>> IN_POSTGRES = new LinkedHashMap<>();

	/**
	 * Where the cost of holding in a database is measured.
	 */
	public static final String RENEWED_SHEDLOCK = "shedlock-renewed";

	static {
		IN_POSTGRES.put("row", RowLock::new);
		IN_POSTGRES.put("starter-postgres", (endpoint) -> ApplicationLock.onDatabase(endpoint, Map.of()));
		IN_POSTGRES.put("shedlock-postgres", (endpoint) -> new JdbcShedLock(endpoint, false));
		IN_POSTGRES.put("registry-postgres", JdbcRegistryLock::new);
		IN_POSTGRES.put("advisory", (endpoint) -> new AdvisoryLock(endpoint, true));
		IN_POSTGRES.put("advisory-try", (endpoint) -> new AdvisoryLock(endpoint, false));
		SPECIAL.put(RENEWED_SHEDLOCK, (endpoint) -> new JdbcShedLock(endpoint, true));
		for (int connections : new int[] { 1, 2, 4, 8 }) {
			SPECIAL.put(withConnections(connections), (endpoint) -> ApplicationLock.onDatabase(endpoint,
					Map.of("distributed-lock.jdbc.connections", connections)));
		}
	}

	private static final Map<String, Function<Endpoint, Contender>> IN_ZOOKEEPER = new LinkedHashMap<>();

	static {
		IN_ZOOKEEPER.put("curator", CuratorLock::alone);
		IN_ZOOKEEPER.put("starter-zookeeper", ApplicationLock::onZooKeeper);
	}

	private static final Map<String, Function<Endpoint, Contender>> IN_ETCD = new LinkedHashMap<>();

	static {
		IN_ETCD.put("etcd-service", EtcdServiceLock::new);
		IN_ETCD.put("starter-etcd", ApplicationLock::onEtcd);
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
		Function<Endpoint, Contender> factory = Stream.of(ON_ONE_REDIS, SPECIAL, IN_POSTGRES, IN_ZOOKEEPER, IN_ETCD)
			.filter((contenders) -> contenders.containsKey(name))
			.map((contenders) -> contenders.get(name))
			.findFirst()
			.orElseThrow(() -> new IllegalArgumentException(
					"No contender " + name + "; there are " + ON_ONE_REDIS.keySet() + ", " + SPECIAL.keySet() + ", "
							+ IN_POSTGRES.keySet() + ", " + IN_ZOOKEEPER.keySet() + " and " + IN_ETCD.keySet()));
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
			.concat(Stream.of("redisson"), inRedis().stream()
				.filter((name) -> !List.of("floor", "shedlock", "starter-annotation", "redisson").contains(name)))
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
	 * The same, and Curator's lock, which is in ZooKeeper.
	 * @return their names
	 */
	public static List<String> readingAnywhere() {
		return Stream.concat(reading().stream(), Stream.of("curator-read")).toList();
	}

	/**
	 * Whether its locks are in ZooKeeper, where it shares them.
	 * @param name its name
	 * @return whether they are
	 */
	public static boolean isOfCurator(String name) {
		return name.startsWith("curator");
	}

	/**
	 * Who writes where another one reads.
	 * @param reader the name of the one that reads
	 * @return the name of the one that has the same lock alone
	 */
	public static String writerBeside(String reader) {
		if (isOfCurator(reader)) {
			return "curator-write";
		}
		return reader.startsWith("redisson") ? "redisson-write" : "starter";
	}

	/**
	 * Those that let {@value #PERMITS} callers in at once. Redisson is the first.
	 * @return their names
	 */
	public static List<String> withPermits() {
		return List.of("redisson-permits", "starter-permits", "curator-permits");
	}

	/**
	 * All whose locks are in one PostgreSQL. The hand-written one is the first.
	 * @return their names
	 */
	public static List<String> inPostgres() {
		return List.copyOf(IN_POSTGRES.keySet());
	}

	/**
	 * All whose callers can wait for a lock in PostgreSQL. The starter is the first.
	 * @return their names
	 */
	public static List<String> waitingInPostgres() {
		return List.of("starter-postgres", "registry-postgres", "row", "advisory", "advisory-try");
	}

	/**
	 * All whose locks are in ZooKeeper. Curator is the first.
	 * @return their names
	 */
	public static List<String> inZooKeeper() {
		return List.copyOf(IN_ZOOKEEPER.keySet());
	}

	/**
	 * All whose locks are in etcd. Its own lock service is the first.
	 * @return their names
	 */
	public static List<String> inEtcd() {
		return List.copyOf(IN_ETCD.keySet());
	}

	/**
	 * The starter in PostgreSQL with so many connections for commands.
	 * @param connections 1, 2, 4 or 8
	 * @return its name
	 */
	public static String withConnections(int connections) {
		return "starter-postgres-" + connections;
	}

}
