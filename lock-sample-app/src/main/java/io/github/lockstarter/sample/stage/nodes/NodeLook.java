package io.github.lockstarter.sample.stage.nodes;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

import io.github.lockstarter.sample.stage.redis.LocalNode;

/**
 * A look at one node: it is asked itself, so that what it says needs no other.
 */
final class NodeLook {

	private final LocalNode node;

	private final boolean inCluster;

	private final String keyPrefix;

	NodeLook(LocalNode node, boolean inCluster, String keyPrefix) {
		this.node = node;
		this.inCluster = inCluster;
		this.keyPrefix = keyPrefix;
	}

	/**
	 * Looks.
	 * @param names the locks to look for
	 * @param restartDelay for how long a master of a quorum does not count after its
	 * start
	 */
	NodeState at(List<String> names, Duration restartDelay) {
		try {
			List<List<String>> questions = new ArrayList<>();
			questions.add(List.of("INFO"));
			questions.add(this.inCluster ? List.of("CLUSTER", "NODES") : List.of("PING"));
			names.forEach((name) -> questions.add(List.of("HGET", LockKey.of(this.keyPrefix, name).text(), "x")));
			return state(names, restartDelay, this.node.ask(questions));
		}
		catch (IOException ex) {
			return NodeState.gone(this.node.port(), this.node.pid());
		}
	}

	private NodeState state(List<String> names, Duration restartDelay, List<String> answers) {
		Map<String, String> info = answers.get(0)
			.lines()
			.filter((line) -> line.contains(":"))
			.collect(Collectors.toMap((line) -> line.substring(0, line.indexOf(':')),
					(line) -> line.substring(line.indexOf(':') + 1), (first, second) -> first));
		boolean master = "master".equals(info.get("role"));
		Optional<String[]> self = this.inCluster ? self(answers.get(1)) : Optional.empty();
		long now = number(info.get("server_time_usec")) / 1000;
		List<String> kept = new ArrayList<>();
		for (int i = 0; i < names.size(); i++) {
			// of the lock of another node it says where that is
			if (master && number(answers.get(i + 2)) > now) {
				kept.add(names.get(i));
			}
		}
		long counts = this.inCluster ? 0
				: Math.max(0, restartDelay.toSeconds() + 1 - number(info.get("uptime_in_seconds")));
		return new NodeState(this.node.port(), this.node.pid(), master ? "master" : "replica",
				(int) number(info.get("master_port")),
				self.map((fields) -> Arrays.stream(fields).skip(8).collect(Collectors.joining(" "))).orElse(""), counts,
				kept);
	}

	private static Optional<String[]> self(String clusterNodes) {
		return clusterNodes.lines()
			.filter((line) -> line.contains("myself"))
			.findFirst()
			.map((line) -> line.split(" "));
	}

	private static long number(String text) {
		return (text != null && text.matches("\\d+")) ? Long.parseLong(text) : 0;
	}

}
