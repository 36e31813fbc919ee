package io.github.lockstarter.sample.stage.page;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.core.env.Environment;
import org.springframework.http.HttpStatus;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;

import io.github.lockstarter.sample.stage.redis.LocalNode;
import io.github.lockstarter.sample.stage.redis.LocalNodes;
import io.github.lockstarter.sample.stage.redis.LocalNodes.Kind;

/**
 * The Redis nodes that the sample has started for the locks: their roles and locks. A
 * node can be killed, and started again without data. Open pages get their state twice a
 * second. Each node is asked directly, so the death of a node is visible while other
 * commands still wait for an answer.
 */
@RestController
public class NodeBoard {

	private final Optional<LocalNodes> nodes;

	private final LockBoard locks;

	private final EventHub hub;

	private final String keyPrefix;

	private final Duration restartDelay;

	NodeBoard(Environment environment, LockBoard locks, EventHub hub,
			@Value("${distributed-lock.key-prefix:lock}") String keyPrefix,
			@Value("${distributed-lock.redis.restart-delay:${distributed-lock.lease-time}}") Duration restartDelay) {
		this.nodes = LocalNodes.of(environment);
		this.locks = locks;
		this.hub = hub;
		this.keyPrefix = keyPrefix;
		this.restartDelay = restartDelay;
	}

	public boolean isCluster() {
		return this.nodes.filter((known) -> known.kind() == Kind.CLUSTER).isPresent();
	}

	@GetMapping("/nodes")
	List<NodeState> all() {
		return all(this.locks.names());
	}

	@DeleteMapping("/nodes/{port}")
	@ResponseStatus(HttpStatus.NO_CONTENT)
	void kill(@PathVariable int port) {
		node(port).kill();
	}

	@PostMapping("/nodes/{port}")
	@ResponseStatus(HttpStatus.NO_CONTENT)
	void start(@PathVariable int port) {
		node(port).start();
	}

	private LocalNode node(int port) {
		return at(port).orElseThrow(
				() -> new ResponseStatusException(HttpStatus.NOT_FOUND, "The sample has no node " + port + "."));
	}

	@Scheduled(fixedDelay = 500)
	void tell() {
		if (this.hub.hasPages()) {
			this.nodes.ifPresent(
					(known) -> this.hub.send("nodes", new Nodes(known.kind().name(), all(this.locks.knownNames()))));
		}
	}

	// Finds the node that keeps a held lock, and decides about it.
	public Optional<NodeState> keeping(String lock) {
		return all(List.of(lock)).stream().filter((node) -> node.locks().contains(lock)).findFirst();
	}

	// Whether the lock, held or not, is in one of the node's slots.
	public boolean isFor(NodeState node, String lock) {
		return node.serves(this.keyPrefix, lock);
	}

	public NodeState look(LocalNode node) {
		return look(node, List.of());
	}

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
		return NodeState.look(node, isCluster(), this.keyPrefix, names, this.restartDelay);
	}

	record Nodes(String kind, List<NodeState> nodes) {

	}

}
