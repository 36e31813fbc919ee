package io.github.lockstarter.proof.fault;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.github.lockstarter.proof.history.FaultKind;
import io.github.lockstarter.proof.history.Mark;
import io.github.lockstarter.proof.history.Target;
import io.github.lockstarter.test.TestRedis;
import io.github.lockstarter.test.TestRedisCluster;

/**
 * Faults of a Redis Cluster, one after the other. When one is over the cluster is whole
 * again, each master with its replica.
 */
public final class NodeFaults implements Faults {

	// Longer than a node needs to be called down.
	private static final long LONGEST_NANOS = TimeUnit.SECONDS.toNanos(20);

	private static final long FORGET_EVERY_MILLIS = 3;

	private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

	private final TestRedisCluster cluster;

	private final Map<String, Integer> slots;

	private final boolean confirmed;

	private final FaultLog log;

	private final Random random;

	private final List<FaultKind> choices;

	/**
	 * Creates the faults.
	 * @param cluster the cluster
	 * @param locks whose slots are moved
	 * @param plan what may happen, and what must not follow from it
	 * @param log where they are written down
	 * @param seed decides about them
	 */
	public NodeFaults(TestRedisCluster cluster, List<String> locks, Plan plan, FaultLog log, long seed) {
		this.cluster = cluster;
		this.slots = locks.stream()
			.collect(Collectors.toMap((lock) -> lock, (lock) -> TestRedisCluster.slot("lock:" + lock),
					(one, same) -> one, LinkedHashMap::new));
		this.confirmed = plan.confirmed();
		this.log = log;
		this.random = new Random(seed);
		this.choices = Stream
			.concat(FaultKind.choices(plan.kinds(), Target.NODE).stream(),
					plan.kinds().stream().filter((kind) -> kind == FaultKind.SCRIPT_FLUSH))
			.toList();
	}

	@Override
	public boolean isEmpty() {
		return this.choices.isEmpty();
	}

	@Override
	public long restMillis() {
		return 50 + this.random.nextInt(500);
	}

	@Override
	public void inject() throws InterruptedException {
		FaultKind kind = this.choices.get(this.random.nextInt(this.choices.size()));
		int slot = List.copyOf(this.slots.values()).get(this.random.nextInt(this.slots.size()));
		long begin = System.nanoTime();
		boolean seen = false;
		try {
			seen = switch (kind) {
				case SLOT_MOVED -> move(slot);
				case NODE_KILLED -> kill(slot);
				case NODE_PAUSED -> pause(slot);
				case NODE_REPLACED -> replace(slot);
				case SCRIPT_FLUSH -> this.cluster.masterOf(slot).cli("SCRIPT", "FLUSH") != null;
				default -> throw new IllegalArgumentException(kind + " is no fault of a cluster");
			};
			this.cluster.awaitWhole();
		}
		finally {
			this.log.over(kind, null, begin, seen);
		}
	}

	/**
	 * While its keys are on their way, and when they have arrived, clients are sent to
	 * the new node.
	 */
	private boolean move(int slot) throws InterruptedException {
		TestRedis from = this.cluster.masterOf(slot);
		List<TestRedis> others = masters().stream().filter((node) -> node != from).toList();
		TestRedis to = others.get(this.random.nextInt(others.size()));
		SlotMove move = new SlotMove(this.cluster, slot, from, to);
		move.begin();
		Thread.sleep(this.random.nextInt(50));
		move.keys();
		forget(to, this.random.nextInt(300));
		move.end();
		return this.cluster.masterOf(slot) == to;
	}

	/**
	 * Locks that the node has already let it know the scripts again at once: what is
	 * asked of it about another one is to find that it does not, once in a while.
	 */
	private static void forget(TestRedis node, int millis) throws InterruptedException {
		long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
		do {
			node.cli("SCRIPT", "FLUSH");
			Thread.sleep(FORGET_EVERY_MILLIS);
		}
		while (System.nanoTime() - end < 0);
	}

	private List<TestRedis> masters() {
		return this.cluster.nodes().stream().filter(NodeFaults::isMaster).toList();
	}

	private static boolean isMaster(TestRedis node) {
		return node.answersWithin(1_000) && "master".equals(node.info("replication").get("role"));
	}

	private TestRedis replicaOf(TestRedis master) {
		String port = String.valueOf(master.port());
		return this.cluster.nodes()
			.stream()
			.filter((node) -> node != master && port.equals(node.info("replication").get("master_port")))
			.findFirst()
			.orElseThrow();
	}

	/**
	 * What the replica has not heard is lost: it may have been cut off for a while.
	 */
	private boolean kill(int slot) throws InterruptedException {
		TestRedis master = this.cluster.masterOf(slot);
		TestRedis replica = replicaOf(master);
		long begin = System.nanoTime();
		if (this.random.nextInt(4) > 0) {
			List<String> locks = this.confirmed ? locks(master) : List.of();
			replica.pause();
			try {
				master.cli("CLIENT", "KILL", "TYPE", "replica");
				long since = System.currentTimeMillis();
				// longer than a client waits for a replica
				Thread.sleep(50 + this.random.nextInt(1_000));
				if (this.confirmed) {
					this.log.isolated(locks, since);
				}
				master.kill();
			}
			finally {
				replica.resume();
			}
		}
		else {
			master.kill();
		}
		this.cluster.awaitPromotion(replica);
		lost(begin);
		Thread.sleep(this.random.nextInt(300));
		master.restart();
		return true;
	}

	/**
	 * A master that goes on calls itself one until it hears of the other one.
	 */
	private boolean pause(int slot) {
		TestRedis master = this.cluster.masterOf(slot);
		TestRedis replica = replicaOf(master);
		long begin = System.nanoTime();
		master.pause();
		try {
			this.cluster.awaitPromotion(replica);
		}
		finally {
			master.resume();
		}
		long end = System.nanoTime() + LONGEST_NANOS;
		while (isMaster(master) && System.nanoTime() - end < 0) {
			LockSupport.parkNanos(LOOK_NANOS);
		}
		lost(begin);
		return true;
	}

	/**
	 * The locks that a master keeps. Asks each node: none may be stopped.
	 */
	private List<String> locks(TestRedis master) {
		return this.slots.keySet()
			.stream()
			.filter((lock) -> this.cluster.masterOf(this.slots.get(lock)) == master)
			.toList();
	}

	private boolean replace(int slot) {
		TestRedis replica = replicaOf(this.cluster.masterOf(slot));
		this.cluster.failover(replica);
		return true;
	}

	/**
	 * What was not confirmed may be lost.
	 */
	private void lost(long begin) {
		if (!this.confirmed) {
			this.log.mark(Mark.Kind.DATA_LOSS, begin);
		}
	}

	/**
	 * What may happen to a cluster.
	 *
	 * @param kinds the kinds to choose from
	 * @param confirmed whether replicas confirm what is granted: nothing is lost then
	 */
	public record Plan(Set<FaultKind> kinds, boolean confirmed) {

	}

}
