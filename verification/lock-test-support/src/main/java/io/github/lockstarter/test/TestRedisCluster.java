package io.github.lockstarter.test;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;

/**
 * A Redis Cluster of embedded servers, each a process of its own: masters that share the
 * slots evenly, and replicas of each. For tests that break it; it stands after about two
 * seconds.
 */
public final class TestRedisCluster implements AutoCloseable {

	/**
	 * The number of hash slots of every cluster.
	 */
	public static final int SLOTS = 16_384;

	// Short, so that a failover is over within two seconds.
	private static final Duration NODE_TIMEOUT = Duration.ofMillis(500);

	// Where nobody can take over, a node that is only slow is not to be called down.
	private static final Duration LONG_NODE_TIMEOUT = Duration.ofSeconds(5);

	private static final long FAILOVER_NANOS = Duration.ofSeconds(10).toNanos();

	// An election that a busy machine is too slow for is held again, four seconds later.
	private static final Duration PATIENCE = Duration.ofMinutes(2);

	private final List<TestRedis> masters = new ArrayList<>();

	private final List<TestRedis> replicas = new ArrayList<>();

	private final Map<TestRedis, String> ids = new ConcurrentHashMap<>();

	private TestRedisCluster() {
	}

	/**
	 * Starts a cluster. Returns when each node calls it whole and each replica is in
	 * sync.
	 * @param masters how many masters, each with an equal share of the slots
	 * @param replicasEach how many replicas each master has
	 * @return the running cluster; close it
	 */
	public static TestRedisCluster start(int masters, int replicasEach) {
		TestRedisCluster cluster = new TestRedisCluster();
		try {
			cluster.startNodes(masters, replicasEach);
			cluster.join(replicasEach);
			return cluster;
		}
		catch (RuntimeException ex) {
			cluster.close();
			throw ex;
		}
	}

	private void startNodes(int masters, int replicasEach) {
		Duration timeout = (replicasEach > 0) ? NODE_TIMEOUT : LONG_NODE_TIMEOUT;
		for (int i = 0; i < masters; i++) {
			this.masters.add(TestRedis.startClusterNode(timeout));
		}
		for (int i = 0; i < masters * replicasEach; i++) {
			this.replicas.add(TestRedis.startClusterNode(timeout));
		}
		nodes().forEach((node) -> this.ids.put(node, String.valueOf(node.cli("CLUSTER", "MYID"))));
	}

	private void join(int replicasEach) {
		int count = this.masters.size();
		for (int i = 0; i < count; i++) {
			TestRedis master = this.masters.get(i);
			// else they would have to find out who is older
			master.cli("CLUSTER", "SET-CONFIG-EPOCH", Integer.toString(i + 1));
			master.cli("CLUSTER", "ADDSLOTSRANGE", Integer.toString(i * SLOTS / count),
					Integer.toString((i + 1) * SLOTS / count - 1));
		}
		new ClusterMeeting(this).hold();
		for (int i = 0; i < this.replicas.size(); i++) {
			this.replicas.get(i).cli("CLUSTER", "REPLICATE", id(this.masters.get(i / replicasEach)));
		}
		awaitWhole();
	}

	/**
	 * The nodes that were started as masters; a failover does not change this list.
	 * @return the masters, in the order of their first slots
	 */
	public List<TestRedis> masters() {
		return List.copyOf(this.masters);
	}

	/**
	 * The nodes that were started as replicas: those of the first master come first.
	 * @return the replicas
	 */
	public List<TestRedis> replicas() {
		return List.copyOf(this.replicas);
	}

	/**
	 * All nodes.
	 * @return masters, then replicas
	 */
	public List<TestRedis> nodes() {
		List<TestRedis> nodes = new ArrayList<>(this.masters);
		nodes.addAll(this.replicas);
		return nodes;
	}

	/**
	 * The name that the cluster knows a node by.
	 * @param node one of the nodes
	 * @return its id
	 */
	public String id(TestRedis node) {
		return Objects.requireNonNull(this.ids.get(node), () -> node + " is not of this cluster");
	}

	/**
	 * The slot of a key: of what stands between its first braces, if something does.
	 * @param key the key
	 * @return the slot, from 0 on
	 */
	public static int slot(String key) {
		return KeySlot.of(key);
	}

	/**
	 * Who serves a slot: of those who say so of themselves, the one that came last. A
	 * former master says it until it hears of its successor. Waits until somebody does.
	 * @param slot the slot
	 * @return its master
	 */
	public TestRedis masterOf(int slot) {
		AtomicReference<TestRedis> master = new AtomicReference<>();
		await("a node to serve slot " + slot, () -> {
			serving(slot).ifPresent(master::set);
			return master.get() != null;
		});
		return master.get();
	}

	private Optional<TestRedis> serving(int slot) {
		return nodes().stream()
			.filter((node) -> node.answersWithin(1_000))
			.map((node) -> SlotClaim.of(node, id(node)))
			.filter((claim) -> claim.serves(slot))
			.max(Comparator.comparingLong(SlotClaim::epoch))
			.map(SlotClaim::said);
	}

	/**
	 * Moves a slot with its keys, as resharding does, and tells every master. While it
	 * runs clients are answered ASK, and then MOVED.
	 * @param slot the slot
	 * @param to its new master
	 */
	public void moveSlot(int slot, TestRedis to) {
		moveSlot(slot, to, () -> {
		});
	}

	/**
	 * The same as {@link #moveSlot(int, TestRedis)}, with a pause in the middle.
	 * @param slot the slot
	 * @param to its new master
	 * @param halfWay called when the slot is being moved and its keys are still at the
	 * old master
	 */
	public void moveSlot(int slot, TestRedis to, Runnable halfWay) {
		TestRedis from = masterOf(slot);
		if (from != to) {
			new SlotMigration(this, slot, from, to).run(halfWay);
		}
	}

	/**
	 * Makes a replica the master of its slots while its master lives, without loss.
	 * Returns when it is.
	 * @param replica the replica
	 */
	public void failover(TestRedis replica) {
		AtomicLong asked = new AtomicLong();
		await(replica + " to be promoted", () -> {
			if (isMaster(replica)) {
				return true;
			}
			// one that was not ready within its five seconds has to be asked for again
			if (asked.get() == 0 || System.nanoTime() - asked.get() > FAILOVER_NANOS) {
				replica.cli("CLUSTER", "FAILOVER");
				asked.set(System.nanoTime());
			}
			return false;
		});
	}

	/**
	 * Returns when a replica has become a master.
	 * @param replica the replica
	 */
	public void awaitPromotion(TestRedis replica) {
		await(replica + " to be promoted", () -> isMaster(replica));
	}

	private static boolean isMaster(TestRedis node) {
		return "master".equals(node.info("replication").get("role"));
	}

	/**
	 * Returns when each node that answers says that all slots are served, and each
	 * replica is in sync.
	 */
	public void awaitWhole() {
		await("the cluster to be whole",
				() -> nodes().stream().filter((node) -> node.answersWithin(1_000)).allMatch(TestRedisCluster::isWhole));
	}

	private static boolean isWhole(TestRedis node) {
		boolean served = String.valueOf(node.cli("CLUSTER", "INFO")).contains("cluster_state:ok");
		Map<String, String> replication = node.info("replication");
		return served
				&& ("master".equals(replication.get("role")) || "up".equals(replication.get("master_link_status")));
	}

	void await(String what, BooleanSupplier condition) {
		try {
			Await.until(what, PATIENCE, condition);
		}
		catch (IllegalStateException ex) {
			throw new IllegalStateException(ex.getMessage() + ". The nodes say:\n" + report(), ex);
		}
	}

	private String report() {
		return nodes().stream()
			.map((node) -> node
					+ (node.answersWithin(1_000) ? " in epoch " + SlotMigration.epoch(node, "cluster_current_epoch")
							+ ":\n" + node.cli("CLUSTER", "NODES") : " is silent\n"))
			.collect(Collectors.joining());
	}

	/**
	 * Ends all nodes.
	 */
	@Override
	public void close() {
		nodes().forEach(TestRedis::close);
	}

}
