package io.github.lockstarter.sample.stage.nodes;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.core.env.Environment;
import org.springframework.stereotype.Component;

import io.github.lockstarter.sample.stage.locks.LockBoard;
import io.github.lockstarter.sample.stage.redis.LocalNode;
import io.github.lockstarter.sample.stage.redis.LocalNodes;
import io.github.lockstarter.sample.stage.redis.LocalNodes.Kind;

/**
 * The nodes that the sample has started for the locks: what each is and has now.
 */
@Component
public class NodeBoard {

	private final Optional<LocalNodes> nodes;

	private final LockBoard locks;

	private final String keyPrefix;

	private final Duration restartDelay;

	NodeBoard(Environment environment, LockBoard locks, @Value("${distributed-lock.key-prefix:lock}") String keyPrefix,
			@Value("${distributed-lock.redis.restart-delay:${distributed-lock.lease-time}}") Duration restartDelay) {
		this.nodes = LocalNodes.of(environment);
		this.locks = locks;
		this.keyPrefix = keyPrefix;
		this.restartDelay = restartDelay;
	}

	/**
	 * Whether the locks are on a Redis Cluster.
	 * @return whether the sample was started with one
	 */
	public boolean isCluster() {
		return this.nodes.filter((known) -> known.kind() == Kind.CLUSTER).isPresent();
	}

	/**
	 * Asks each node.
	 * @return the nodes, in the order in which they were configured; empty where all
	 * locks are on one Redis
	 */
	List<NodeState> all() {
		return all(this.locks.names());
	}

	/**
	 * The same, with the locks that were known at the last look: nobody but the nodes is
	 * asked.
	 */
	List<NodeState> allAtOnce() {
		return all(this.locks.knownNames());
	}

	/**
	 * Which node keeps a lock, and decides about it.
	 * @param lock the name of the lock, which is held
	 * @return the node, or empty while none answers that has it
	 */
	public Optional<NodeState> keeping(String lock) {
		return all(List.of(lock)).stream().filter((node) -> node.locks().contains(lock)).findFirst();
	}

	/**
	 * Whether a node of the cluster is the one for a lock, held or not.
	 * @param node the node
	 * @param lock the name of the lock
	 * @return whether the lock is in one of its slots
	 */
	public boolean isFor(NodeState node, String lock) {
		return LockKey.of(this.keyPrefix, lock).isIn(node.slots());
	}

	/**
	 * Asks one node what it is.
	 * @param node the node
	 * @return the answer, without the locks that it keeps
	 */
	public NodeState look(LocalNode node) {
		return look(node, List.of());
	}

	/**
	 * The node at a port.
	 * @param port where it serves
	 * @return the node, or empty if none of the sample's does
	 */
	public Optional<LocalNode> at(int port) {
		return this.nodes.stream()
			.flatMap((known) -> known.all().stream())
			.filter((node) -> node.port() == port)
			.findFirst();
	}

	private List<NodeState> all(List<String> names) {
		return this.nodes.stream().flatMap((known) -> known.all().stream()).map((node) -> look(node, names)).toList();
	}

	private NodeState look(LocalNode node, List<String> names) {
		return new NodeLook(node, isCluster(), this.keyPrefix).at(names, this.restartDelay);
	}

	/**
	 * What the nodes are together: CLUSTER or QUORUM, or empty without any.
	 */
	String kind() {
		return this.nodes.map((known) -> known.kind().name()).orElse("");
	}

}
