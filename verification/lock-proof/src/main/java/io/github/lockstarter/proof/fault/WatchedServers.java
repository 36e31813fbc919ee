package io.github.lockstarter.proof.fault;

import java.io.UncheckedIOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.github.lockstarter.test.TestRedis;

/**
 * A master, its replica, and three Sentinels that watch them.
 */
public final class WatchedServers implements AutoCloseable {

	/**
	 * What Sentinels call the master.
	 */
	public static final String NAME = "proof";

	private static final int SENTINELS = 3;

	// Sentinel demotes a former master after ten, and looks at it every ten.
	private static final long LONGEST_NANOS = TimeUnit.SECONDS.toNanos(60);

	private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

	private static final int ANSWER_MILLIS = 1_000;

	private final List<TestRedis> servers;

	private final List<TestRedis> sentinels;

	private volatile TestRedis master;

	private WatchedServers(TestRedis master, TestRedis replica) {
		this.master = master;
		this.servers = List.of(master, replica);
		this.sentinels = IntStream.range(0, SENTINELS).mapToObj((i) -> TestRedis.startSentinel(NAME, master)).toList();
	}

	/**
	 * Starts them; back when all of them know each other.
	 * @param arguments of both servers
	 * @return the servers; close them
	 */
	public static WatchedServers start(String... arguments) {
		TestRedis master = TestRedis.start(arguments);
		TestRedis replica = TestRedis.start(Stream
			.concat(Stream.of(arguments), Stream.of("--replicaof", master.host(), Integer.toString(master.port())))
			.toArray(String[]::new));
		WatchedServers started = new WatchedServers(master, replica);
		await(started::isWhole);
		return started;
	}

	/**
	 * Where clients ask for the master.
	 * @return the ports of the Sentinels
	 */
	public List<Integer> ports() {
		return this.sentinels.stream().map(TestRedis::port).toList();
	}

	/**
	 * The master, when nothing is going on.
	 * @return the one that Sentinels named last
	 */
	public TestRedis master() {
		return this.master;
	}

	/**
	 * The master when everything is over: a failover that was asked for last may come
	 * later than anybody waits for it.
	 * @return the one that all Sentinels name, and that the other server follows
	 * @throws IllegalStateException if they do not agree in time
	 */
	public TestRedis lastMaster() {
		if (!await(() -> isCalm() && (isWhole() || isWholeWithout(this.master)))) {
			throw new IllegalStateException("The Sentinels do not agree about the master");
		}
		return this.master;
	}

	private boolean isCalm() {
		return this.sentinels.stream()
			.noneMatch((sentinel) -> String.valueOf(sentinel.cli("SENTINEL", "MASTER", NAME))
				.contains("failover_in_progress"));
	}

	private boolean isWholeWithout(TestRedis former) {
		this.master = replica();
		if (isWhole()) {
			return true;
		}
		this.master = former;
		return false;
	}

	TestRedis replica() {
		return this.servers.get((this.servers.get(0) == this.master) ? 1 : 0);
	}

	/**
	 * Asks for a failover that nothing is the reason of.
	 */
	void failover() {
		this.sentinels.get(0).cli("SENTINEL", "FAILOVER", NAME);
	}

	/**
	 * Waits until a replica takes the place of its master.
	 * @param replica the replica
	 * @param asked when that was asked for
	 * @return since when it may have: just before the last look that has not seen it yet,
	 * however late the next one is on a busy machine
	 */
	long awaitPromotion(TestRedis replica, long asked) {
		AtomicLong since = new AtomicLong(asked);
		await(() -> {
			long look = System.nanoTime();
			if ("master".equals(replica.info("replication").get("role")) || isNamed(replica)) {
				return true;
			}
			since.set(look);
			return false;
		});
		return since.get();
	}

	/**
	 * Waits until a Sentinel says so: whoever asks all of them knows.
	 * @param replica the new master
	 * @return whether it does
	 */
	boolean awaitNamed(TestRedis replica) {
		boolean named = await(() -> isNamed(replica));
		this.master = named ? replica : this.master;
		return named;
	}

	private boolean isNamed(TestRedis server) {
		return this.sentinels.stream().anyMatch((sentinel) -> isNamed(sentinel, server));
	}

	private static boolean isNamed(TestRedis sentinel, TestRedis server) {
		return sentinel.cli("SENTINEL", "GET-MASTER-ADDR-BY-NAME", NAME) instanceof List<?> address
				&& Integer.toString(server.port()).equals(address.get(1));
	}

	/**
	 * Whether there can be another failover: the former master is a replica, and all
	 * Sentinels know.
	 */
	boolean isWhole() {
		return isReplica(replica()) && this.sentinels.stream()
			.allMatch((sentinel) -> isNamed(sentinel, this.master) && sentinel.info("sentinel")
				.getOrDefault("master0", "")
				.contains("status=ok,address=" + this.master.host() + ":" + this.master.port() + ",slaves=1,sentinels="
						+ SENTINELS));
	}

	private static boolean isReplica(TestRedis server) {
		return server.answersWithin(ANSWER_MILLIS) && "up".equals(server.info("replication").get("master_link_status"));
	}

	private static boolean await(BooleanSupplier condition) {
		long end = System.nanoTime() + LONGEST_NANOS;
		while (!isSeen(condition)) {
			if (System.nanoTime() - end >= 0) {
				return false;
			}
			LockSupport.parkNanos(LOOK_NANOS);
		}
		return true;
	}

	/**
	 * A Sentinel has the clients of a server hung up when it makes it a master, or a
	 * replica: who asks just then has not seen anything.
	 */
	private static boolean isSeen(BooleanSupplier condition) {
		try {
			return condition.getAsBoolean();
		}
		catch (UncheckedIOException ex) {
			return false;
		}
	}

	@Override
	public void close() {
		this.sentinels.forEach(TestRedis::close);
		this.servers.forEach(TestRedis::close);
	}

}
