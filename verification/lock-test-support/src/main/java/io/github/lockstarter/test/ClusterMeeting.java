package io.github.lockstarter.test;

import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/**
 * Makes the nodes of a cluster known to each other.
 */
final class ClusterMeeting {

	// A look takes ten milliseconds or more.
	private static final int LOOKS_PER_MEETING = 200;

	private final TestRedisCluster cluster;

	ClusterMeeting(TestRedisCluster cluster) {
		this.cluster = cluster;
	}

	/**
	 * Returns when each node knows all others.
	 */
	void hold() {
		AtomicInteger looks = new AtomicInteger();
		this.cluster.await("each node to know all others", () -> {
			// again now and then: on a busy machine a node gives a greeting up
			if (looks.getAndIncrement() % LOOKS_PER_MEETING == 0) {
				greet();
			}
			return this.cluster.nodes().stream().allMatch(this::knowsAll);
		});
	}

	private void greet() {
		List<TestRedis> nodes = this.cluster.nodes();
		nodes.stream()
			.skip(1)
			.forEach((node) -> nodes.get(0)
				.cli("CLUSTER", "MEET", node.host(), Integer.toString(node.port()), busPort(node)));
	}

	private static String busPort(TestRedis node) {
		return String.valueOf(((List<?>) Objects.requireNonNull(node.cli("CONFIG", "GET", "cluster-port"))).get(1));
	}

	private boolean knowsAll(TestRedis node) {
		Stream<String> known = String.valueOf(node.cli("CLUSTER", "NODES")).lines();
		return known.filter((line) -> !line.contains("handshake")).count() == this.cluster.nodes().size();
	}

}
