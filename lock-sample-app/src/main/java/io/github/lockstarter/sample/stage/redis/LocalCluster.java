package io.github.lockstarter.sample.stage.redis;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * Makes a Redis Cluster of nodes that know nothing of each other: the first half are
 * masters with an equal share of the slots, and each has one replica.
 */
final class LocalCluster {

	private static final int SLOTS = 16_384;

	// It takes two seconds
	private static final long PATIENCE_SECONDS = 30;

	/**
	 * The settings of a node. A dead master is replaced after about two seconds, and
	 * meanwhile the others serve.
	 */
	static final List<String> SETTINGS = List.of("--cluster-enabled", "yes", "--cluster-node-timeout", "1000",
			"--cluster-require-full-coverage", "no", "--cluster-replica-validity-factor", "0",
			"--repl-diskless-sync-delay", "0");

	private final List<LocalNode> nodes;

	LocalCluster(List<LocalNode> nodes) {
		this.nodes = nodes;
	}

	/**
	 * Joins the nodes.
	 */
	void form() {
		int masters = this.nodes.size() / 2;
		for (int i = 0; i < masters; i++) {
			LocalNode master = this.nodes.get(i);
			// else they would have to find out who is older
			tell(master, "CLUSTER", "SET-CONFIG-EPOCH", Integer.toString(i + 1));
			tell(master, "CLUSTER", "ADDSLOTSRANGE", Integer.toString(i * SLOTS / masters),
					Integer.toString((i + 1) * SLOTS / masters - 1));
		}
		LocalNode first = this.nodes.get(0);
		this.nodes.stream()
			.skip(1)
			.forEach((node) -> tell(first, "CLUSTER", "MEET", node.address().getAddress().getHostAddress(),
					Integer.toString(node.port())));
		await("know each other", () -> this.nodes.stream().allMatch(this::knowsAll));
		for (int i = 0; i < masters; i++) {
			tell(this.nodes.get(masters + i), "CLUSTER", "REPLICATE", tell(this.nodes.get(i), "CLUSTER", "MYID"));
		}
	}

	/**
	 * Returns when all slots are served, and each replica is in sync.
	 */
	void awaitWhole() {
		await("serve all slots", () -> this.nodes.stream().allMatch(LocalCluster::isWhole));
	}

	private boolean knowsAll(LocalNode node) {
		List<String> known = tell(node, "CLUSTER", "NODES").lines().toList();
		return known.size() == this.nodes.size() && known.stream().noneMatch((line) -> line.contains("handshake"));
	}

	private static boolean isWhole(LocalNode node) {
		String replication = tell(node, "INFO", "replication");
		return tell(node, "CLUSTER", "INFO").contains("cluster_state:ok")
				&& (replication.contains("role:master") || replication.contains("master_link_status:up"));
	}

	private static void await(String what, BooleanSupplier condition) {
		long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
		while (!condition.getAsBoolean()) {
			if (System.nanoTime() > deadline || !EmbeddedRedis.pause()) {
				throw new IllegalStateException(
						"The nodes of the cluster do not " + what + " within " + PATIENCE_SECONDS + " seconds");
			}
		}
	}

	private static String tell(LocalNode node, String... command) {
		try {
			String answer = node.ask(List.of(List.of(command))).get(0);
			if (answer.startsWith("-")) {
				throw new IllegalStateException("The node at port " + node.port() + " refuses "
						+ String.join(" ", command) + ": " + answer.substring(1));
			}
			return answer;
		}
		catch (IOException ex) {
			throw new IllegalStateException("The node at port " + node.port() + " does not answer", ex);
		}
	}

}
