package io.github.lockstarter.sample.stage.page;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import io.lettuce.core.cluster.SlotHash;

import io.github.lockstarter.sample.stage.redis.LocalNode;

/**
 * A Redis node as it is now. It is asked itself, so that what it says needs no other.
 *
 * @param port where it serves
 * @param pid its process id, that of the last process where it does not run
 * @param role what it is; empty where it does not answer
 * @param of the port of its master, 0 where it has none
 * @param slots the hash slots that it serves, as the cluster writes them; empty where it
 * serves none
 * @param countsInSeconds for how long its vote does not count yet, in seconds
 * @param locks the locks that it keeps, among those used lately
 */
public record NodeState(int port, long pid, String role, int of, String slots, long countsInSeconds,
		List<String> locks) {

	// The key of a lock, as docs/protocol.md describes it.
	private static final Pattern ENCODED = Pattern.compile("[\\p{Cntrl}{}%]");

	// A restarted master of a quorum does not count during the restart delay.
	static NodeState look(LocalNode node, boolean inCluster, String keyPrefix, List<String> names,
			Duration restartDelay) {
		try {
			List<List<String>> questions = new ArrayList<>();
			questions.add(List.of("INFO"));
			questions.add(inCluster ? List.of("CLUSTER", "NODES") : List.of("PING"));
			names.forEach((name) -> questions.add(List.of("HGET", key(keyPrefix, name), "x")));
			return look(node, inCluster, names, restartDelay, node.ask(questions));
		}
		catch (IOException ex) {
			return new NodeState(node.port(), node.pid(), "", 0, "", 0, List.of());
		}
	}

	private static NodeState look(LocalNode node, boolean inCluster, List<String> names, Duration restartDelay,
			List<String> answers) {
		Map<String, String> info = answers.get(0)
			.lines()
			.filter((line) -> line.contains(":"))
			.collect(Collectors.toMap((line) -> line.substring(0, line.indexOf(':')),
					(line) -> line.substring(line.indexOf(':') + 1), (first, second) -> first));
		boolean master = "master".equals(info.get("role"));
		Optional<String[]> self = inCluster ? self(answers.get(1)) : Optional.empty();
		long now = number(info.get("server_time_usec")) / 1000;
		List<String> kept = new ArrayList<>();
		for (int i = 0; i < names.size(); i++) {
			// for a lock of another node it returns a redirection
			if (master && number(answers.get(i + 2)) > now) {
				kept.add(names.get(i));
			}
		}
		long counts = inCluster ? 0 : Math.max(0, restartDelay.toSeconds() + 1 - number(info.get("uptime_in_seconds")));
		return new NodeState(node.port(), node.pid(), master ? "master" : "replica",
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

	boolean serves(String keyPrefix, String lock) {
		int slot = SlotHash.getSlot(key(keyPrefix, lock));
		return Arrays.stream(this.slots.split(" ")).filter((range) -> range.matches("[0-9-]+")).anyMatch((range) -> {
			String[] ends = range.split("-");
			return Integer.parseInt(ends[0]) <= slot && slot <= Integer.parseInt(ends[ends.length - 1]);
		});
	}

	private static String key(String prefix, String lock) {
		return prefix + ":"
				+ ENCODED.matcher(lock).replaceAll((match) -> String.format("%%%02X", (int) match.group().charAt(0)));
	}

}
