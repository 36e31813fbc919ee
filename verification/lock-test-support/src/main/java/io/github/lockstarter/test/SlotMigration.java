package io.github.lockstarter.test;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * A slot on its way from one master to another, with its keys: as resharding does it.
 */
final class SlotMigration {

	private static final int KEYS_PER_MIGRATION = 100;

	private final TestRedisCluster cluster;

	private final int slot;

	private final TestRedis from;

	private final TestRedis to;

	SlotMigration(TestRedisCluster cluster, int slot, TestRedis from, TestRedis to) {
		this.cluster = cluster;
		this.slot = slot;
		this.from = from;
		this.to = to;
	}

	/**
	 * Moves it, and returns when all know.
	 * @param halfWay called when the slot is being moved and its keys are still at the
	 * old master
	 */
	void run(Runnable halfWay) {
		String number = Integer.toString(this.slot);
		String id = this.cluster.id(this.to);
		this.to.cli("CLUSTER", "SETSLOT", number, "IMPORTING", this.cluster.id(this.from));
		this.from.cli("CLUSTER", "SETSLOT", number, "MIGRATING", id);
		halfWay.run();
		moveKeys(number);
		awaitNewestEpoch();
		// the new one first: else there would be a time at which nobody has it
		this.to.cli("CLUSTER", "SETSLOT", number, "NODE", id);
		this.from.cli("CLUSTER", "SETSLOT", number, "NODE", id);
		this.cluster.masters()
			.stream()
			.filter((node) -> node != this.to && node != this.from && node.answersWithin(1_000))
			.forEach((node) -> node.cli("CLUSTER", "SETSLOT", number, "NODE", id));
		awaitKnown();
	}

	/**
	 * A node takes a slot with an epoch above all that it has heard of. One that has not
	 * heard of the epoch of the old master would take it with a lower one, believe the
	 * last messages of the old master, which are older but have the higher epoch, and
	 * give the slot back to a node that has been told that it is gone: nobody would serve
	 * it, for ever.
	 */
	private void awaitNewestEpoch() {
		this.cluster.await(this.to + " to have heard of all epochs", () -> {
			long heard = epoch(this.to, "cluster_current_epoch");
			return this.cluster.nodes()
				.stream()
				.filter((other) -> other == this.from || other.answersWithin(1_000))
				.allMatch((other) -> epoch(other, "cluster_my_epoch") <= heard);
		});
	}

	/**
	 * A node that was told who has a slot, but not with which epoch, may still believe a
	 * late message of the old master. When that one takes another slot, and with it a
	 * higher epoch, the node would tell the new master that it is wrong.
	 */
	private void awaitKnown() {
		this.cluster.await("all to know that " + this.to + " serves slot " + this.slot, () -> {
			long epoch = epoch(this.to, "cluster_my_epoch");
			return this.cluster.nodes().stream().filter((node) -> node.answersWithin(1_000)).allMatch((node) -> {
				SlotClaim claim = SlotClaim.of(node, this.cluster.id(this.to));
				return claim.epoch() == epoch && claim.serves(this.slot);
			});
		});
	}

	private void moveKeys(String number) {
		while (true) {
			List<?> keys = (List<?>) Objects.requireNonNull(
					this.from.cli("CLUSTER", "GETKEYSINSLOT", number, Integer.toString(KEYS_PER_MIGRATION)));
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
	 * An epoch, as a node knows it.
	 */
	static long epoch(TestRedis node, String field) {
		return String.valueOf(node.cli("CLUSTER", "INFO"))
			.lines()
			.filter((line) -> line.startsWith(field + ":"))
			.mapToLong((line) -> Long.parseLong(line.substring(field.length() + 1).strip()))
			.findFirst()
			.orElseThrow();
	}

}
