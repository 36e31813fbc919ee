package io.github.lockstarter.quorum;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import io.github.lockstarter.core.InvalidLockSettingException;

/**
 * Whether the nodes are independent masters, as far as they have said who they are. Two
 * votes of one server would make a majority of less than half.
 */
final class NodeCheck {

	private NodeCheck() {
	}

	/**
	 * Looks at all nodes.
	 * @throws InvalidLockSettingException if they are not
	 */
	static void check(List<QuorumNode> nodes) {
		Map<String, QuorumNode> known = new HashMap<>();
		for (QuorumNode node : nodes) {
			String flaw = node.flaw();
			if (flaw != null) {
				throw refused(nodes, node.address() + " " + flaw);
			}
			QuorumNode same = node.identity().isEmpty() ? null : known.put(node.identity(), node);
			if (same != null) {
				throw refused(nodes, same.address() + " and " + node.address() + " are the same server");
			}
		}
	}

	private static InvalidLockSettingException refused(List<QuorumNode> nodes, String reason) {
		return new InvalidLockSettingException("redis.quorum.nodes",
				nodes.stream().map(QuorumNode::address).collect(Collectors.joining(", ")),
				"must be masters that know nothing of each other: " + reason);
	}

}
