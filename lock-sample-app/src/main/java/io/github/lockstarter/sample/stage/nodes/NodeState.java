package io.github.lockstarter.sample.stage.nodes;

import java.util.List;

/**
 * A Redis node as it is now.
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

	static NodeState gone(int port, long pid) {
		return new NodeState(port, pid, "", 0, "", 0, List.of());
	}

}
