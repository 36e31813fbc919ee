package io.github.lockstarter.test;

import java.util.Arrays;
import java.util.List;

/**
 * What a node of a cluster says that a master serves. Asked once: a master that becomes a
 * replica between two looks has the epoch of the one that took its slots.
 *
 * @param said the node that says it
 * @param epoch how new the master's claim is: the highest wins
 * @param ranges the slots
 */
record SlotClaim(TestRedis said, long epoch, List<String> ranges) {

	// id, address, flags, master, ping, pong, epoch, link
	private static final int EPOCH = 6;

	private static final int FIRST_RANGE = 8;

	/**
	 * Asks a node.
	 * @param node the node that is asked
	 * @param master the id of the one that it is asked about: of its own, or another's
	 */
	static SlotClaim of(TestRedis node, String master) {
		String[] fields = String.valueOf(node.cli("CLUSTER", "NODES"))
			.lines()
			.filter((line) -> line.startsWith(master))
			.findFirst()
			.orElseThrow()
			.split(" ");
		return new SlotClaim(node, Long.parseLong(fields[EPOCH]), Arrays.stream(fields).skip(FIRST_RANGE).toList());
	}

	boolean serves(int slot) {
		return this.ranges.stream().filter((range) -> !range.startsWith("[")).anyMatch((range) -> {
			String[] ends = range.split("-");
			return Integer.parseInt(ends[0]) <= slot && slot <= Integer.parseInt(ends[ends.length - 1]);
		});
	}

}
