package io.github.lockstarter.test;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;

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

	private static final Duration PATIENCE = Duration.ofSeconds(30);

	private static final int KEYS_PER_MIGRATION = 100;

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
		for (int i = 0; i < masters; i++) {
			this.masters.add(TestRedis.startClusterNode(NODE_TIMEOUT));
		}
		for (int i = 0; i < masters * replicasEach; i++) {
			this.replicas.add(TestRedis.startClusterNode(NODE_TIMEOUT));
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
		TestRedis first = this.masters.get(0);
		nodes().stream()
			.skip(1)
			.forEach((node) -> first.cli("CLUSTER", "MEET", node.host(), Integer.toString(node.port()), busPort(node)));
		Await.until("each node to know all others", PATIENCE, () -> nodes().stream().allMatch(this::knowsAll));
		for (int i = 0; i < this.replicas.size(); i++) {
			this.replicas.get(i).cli("CLUSTER", "REPLICATE", id(this.masters.get(i / replicasEach)));
		}
		awaitWhole();
	}

	private static String busPort(TestRedis node) {
		return String.valueOf(((List<?>) Objects.requireNonNull(node.cli("CONFIG", "GET", "cluster-port"))).get(1));
	}

	private boolean knowsAll(TestRedis node) {
		return clusterNodes(node).filter((line) -> !line.contains("handshake")).count() == nodes().size();
	}

	private static Stream<String> clusterNodes(TestRedis node) {
		return String.valueOf(node.cli("CLUSTER", "NODES")).lines();
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
		int open = key.indexOf('{');
		int close = key.indexOf('}', open + 1);
		String hashed = (open >= 0 && close > open + 1) ? key.substring(open + 1, close) : key;
		int crc = 0;
		for (byte b : hashed.getBytes(StandardCharsets.UTF_8)) {
			crc ^= (b & 0xff) << 8;
			for (int bit = 0; bit < 8; bit++) {
				crc = ((crc & 0x8000) != 0) ? (crc << 1) ^ 0x1021 : crc << 1;
			}
		}
		return (crc & 0xffff) % SLOTS;
	}

	/**
	 * Who serves a slot: of those who say so of themselves, the one that came last. A
	 * former master says it until it hears of its successor. Waits until somebody does.
	 * @param slot the slot
	 * @return its master
	 */
	public TestRedis masterOf(int slot) {
		AtomicReference<TestRedis> master = new AtomicReference<>();
		Await.until("a node to serve slot " + slot, PATIENCE, () -> {
			serving(slot).ifPresent(master::set);
			return master.get() != null;
		});
		return master.get();
	}

	private Optional<TestRedis> serving(int slot) {
		return nodes().stream()
			.filter((node) -> node.answersWithin(1_000))
			.map(TestRedisCluster::claim)
			.filter((claim) -> claim.serves(slot))
			.max(Comparator.comparingLong(Claim::epoch))
			.map(Claim::node);
	}

	// Asked once: a master that becomes a replica between two looks has the epoch of the
	// one that took its slots.
	private static Claim claim(TestRedis node) {
		String[] fields = clusterNodes(node).filter((line) -> line.contains("myself"))
			.findFirst()
			.orElseThrow()
			.split(" ");
		return new Claim(node, Long.parseLong(fields[6]), Arrays.stream(fields).skip(8).toList());
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
		if (from == to) {
			return;
		}
		String number = Integer.toString(slot);
		to.cli("CLUSTER", "SETSLOT", number, "IMPORTING", id(from));
		from.cli("CLUSTER", "SETSLOT", number, "MIGRATING", id(to));
		halfWay.run();
		moveKeys(number, from, to);
		awaitNewestEpoch(to);
		// the new one first: else there would be a time at which nobody has it
		to.cli("CLUSTER", "SETSLOT", number, "NODE", id(to));
		from.cli("CLUSTER", "SETSLOT", number, "NODE", id(to));
		this.masters.stream()
			.filter((node) -> node != to && node != from && node.answersWithin(1_000))
			.forEach((node) -> node.cli("CLUSTER", "SETSLOT", number, "NODE", id(to)));
	}

	/**
	 * A node takes a slot with an epoch above all that it has heard of. One that has not
	 * heard of the epoch of the old master would take it with a lower one, believe the
	 * last messages of the old master, which are older but have the higher epoch, and
	 * give the slot back to a node that has been told that it is gone: nobody would serve
	 * it, for ever.
	 */
	private void awaitNewestEpoch(TestRedis node) {
		Await.until(node + " to have heard of all epochs", PATIENCE, () -> {
			long heard = epoch(node, "cluster_current_epoch");
			return nodes().stream()
				.filter((other) -> other.answersWithin(1_000))
				.allMatch((other) -> epoch(other, "cluster_my_epoch") <= heard);
		});
	}

	private static long epoch(TestRedis node, String field) {
		return String.valueOf(node.cli("CLUSTER", "INFO"))
			.lines()
			.filter((line) -> line.startsWith(field + ":"))
			.mapToLong((line) -> Long.parseLong(line.substring(field.length() + 1).strip()))
			.findFirst()
			.orElseThrow();
	}

	private static void moveKeys(String slot, TestRedis from, TestRedis to) {
		while (true) {
			List<?> keys = (List<?>) Objects
				.requireNonNull(from.cli("CLUSTER", "GETKEYSINSLOT", slot, Integer.toString(KEYS_PER_MIGRATION)));
			if (keys.isEmpty()) {
				return;
			}
			List<String> command = new ArrayList<>(
					List.of("MIGRATE", to.host(), Integer.toString(to.port()), "", "0", "5000", "KEYS"));
			keys.forEach((key) -> command.add(String.valueOf(key)));
			from.cli(command.toArray(String[]::new));
		}
	}

	/**
	 * Makes a replica the master of its slots while its master lives, without loss.
	 * Returns when it is.
	 * @param replica the replica
	 */
	public void failover(TestRedis replica) {
		replica.cli("CLUSTER", "FAILOVER");
		awaitPromotion(replica);
	}

	/**
	 * Returns when a replica has become a master.
	 * @param replica the replica
	 */
	public void awaitPromotion(TestRedis replica) {
		Await.until(replica + " to be promoted", PATIENCE,
				() -> "master".equals(replica.info("replication").get("role")));
	}

	/**
	 * Returns when each node that answers says that all slots are served, and each
	 * replica is in sync.
	 */
	public void awaitWhole() {
		Await.until("the cluster to be whole", PATIENCE,
				() -> nodes().stream().filter((node) -> node.answersWithin(1_000)).allMatch(TestRedisCluster::isWhole));
	}

	private static boolean isWhole(TestRedis node) {
		boolean served = String.valueOf(node.cli("CLUSTER", "INFO")).contains("cluster_state:ok");
		Map<String, String> replication = node.info("replication");
		return served
				&& ("master".equals(replication.get("role")) || "up".equals(replication.get("master_link_status")));
	}

	/**
	 * Ends all nodes.
	 */
	@Override
	public void close() {
		nodes().forEach(TestRedis::close);
	}

	/**
	 * What a node says that it serves.
	 */
	private record Claim(TestRedis node, long epoch, List<String> ranges) {

		private boolean serves(int slot) {
			return this.ranges.stream().filter((range) -> !range.startsWith("[")).anyMatch((range) -> {
				String[] ends = range.split("-");
				return Integer.parseInt(ends[0]) <= slot && slot <= Integer.parseInt(ends[ends.length - 1]);
			});
		}

	}

}
