package io.github.lockstarter.sample.stage.nodes;

import java.util.Arrays;
import java.util.regex.Pattern;

import io.lettuce.core.cluster.SlotHash;

/**
 * Where a lock is in Redis: its key, as docs/protocol.md describes it.
 *
 * @param text the key
 */
record LockKey(String text) {

	private static final Pattern ENCODED = Pattern.compile("[\\p{Cntrl}{}%]");

	static LockKey of(String prefix, String lock) {
		return new LockKey(prefix + ":"
				+ ENCODED.matcher(lock).replaceAll((match) -> String.format("%%%02X", (int) match.group().charAt(0))));
	}

	/**
	 * Whether it belongs to a node of a cluster.
	 * @param slots the slots of that node, such as {@code 0-5460 7000}
	 */
	boolean isIn(String slots) {
		int slot = SlotHash.getSlot(this.text);
		return Arrays.stream(slots.split(" ")).filter((range) -> range.matches("[0-9-]+")).anyMatch((range) -> {
			String[] ends = range.split("-");
			return Integer.parseInt(ends[0]) <= slot && slot <= Integer.parseInt(ends[ends.length - 1]);
		});
	}

}
