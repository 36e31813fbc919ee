package io.github.lockstarter.redis;

import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Function;

import io.lettuce.core.cluster.SlotHash;
import org.jspecify.annotations.Nullable;

/**
 * Which node has which slot, as far as this instance knows. May be wrong at any time: a
 * node that does not have a slot says so.
 */
final class SlotTable {

	private final AtomicReferenceArray<@Nullable RedisNode> nodes = new AtomicReferenceArray<>(SlotHash.SLOT_COUNT);

	/**
	 * The node that has a slot.
	 */
	@Nullable RedisNode get(int slot) {
		return this.nodes.get(slot);
	}

	/**
	 * The node that has the slot of a key.
	 */
	@Nullable RedisNode of(String key) {
		return get(SlotHash.getSlot(key));
	}

	/**
	 * A slot has moved.
	 */
	void set(int slot, RedisNode node) {
		this.nodes.set(slot, node);
	}

	/**
	 * Takes over what a node said. Slots that it did not name have no master.
	 * @param said what it said
	 * @param nodes the node at an address
	 */
	void set(SlotsReply said, Function<Address, RedisNode> nodes) {
		@Nullable RedisNode[] named = new RedisNode[SlotHash.SLOT_COUNT];
		for (SlotsReply.Range range : said.ranges()) {
			RedisNode node = nodes.apply(range.master());
			for (int slot = Math.max(range.first(), 0); slot <= Math.min(range.last(), named.length - 1); slot++) {
				named[slot] = node;
			}
		}
		for (int slot = 0; slot < named.length; slot++) {
			this.nodes.set(slot, named[slot]);
		}
	}

}
