package io.github.lockstarter.proof.fault;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

import io.github.lockstarter.test.TestRedis;
import io.github.lockstarter.test.TestRedisCluster;

/**
 * A slot on its way from one master to another, step by step.
 */
final class SlotMove {

	private final TestRedisCluster cluster;

	private final String slot;

	private final TestRedis from;

	private final TestRedis to;

	SlotMove(TestRedisCluster cluster, int slot, TestRedis from, TestRedis to) {
		this.cluster = cluster;
		this.slot = Integer.toString(slot);
		this.from = from;
		this.to = to;
	}

	/**
	 * From now on what the old master does not have is asked of the new one.
	 */
	void begin() {
		this.to.cli("CLUSTER", "SETSLOT", this.slot, "IMPORTING", this.cluster.id(this.from));
		this.from.cli("CLUSTER", "SETSLOT", this.slot, "MIGRATING", this.cluster.id(this.to));
	}

	/**
	 * Moves what is there.
	 */
	void keys() {
		while (true) {
			List<?> keys = (List<?>) Objects
				.requireNonNull(this.from.cli("CLUSTER", "GETKEYSINSLOT", this.slot, "100"));
			if (keys.isEmpty()) {
				return;
			}
			List<String> command = new ArrayList<>(
					List.of("MIGRATE", this.to.host(), Integer.toString(this.to.port()), "", "0", "5000", "KEYS"));
			keys.forEach((key) -> command.add(String.valueOf(key)));
			this.from.cli(command.toArray(String[]::new));
		}
	}

	/**
	 * The new one first: else there would be a time at which nobody has it.
	 */
	void end() {
		String id = this.cluster.id(this.to);
		this.to.cli("CLUSTER", "SETSLOT", this.slot, "NODE", id);
		this.from.cli("CLUSTER", "SETSLOT", this.slot, "NODE", id);
	}

}
