package io.github.lockstarter.redis;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Function;

import io.lettuce.core.cluster.SlotHash;
import org.jspecify.annotations.Nullable;

import io.github.lockstarter.store.LockClock;

/**
 * The nodes of a cluster that this instance is connected to, and which of them has which
 * slot, as far as is known. That may be wrong at any time: a node that does not have a
 * slot says so.
 */
final class ClusterNodes {

	// One that is cut off from the cluster may have said that there is no such node; and
	// one that gets its first slot has none yet.
	private static final Duration FORGET_AFTER = Duration.ofSeconds(1);

	private final LockClock clock;

	private final Function<Address, RedisNode> create;

	private final Map<Address, Named> nodes = new ConcurrentHashMap<>();

	private final AtomicReferenceArray<@Nullable RedisNode> slots = new AtomicReferenceArray<>(SlotHash.SLOT_COUNT);

	private volatile boolean stopped;

	/**
	 * Creates the collection, empty.
	 * @param clock the clocks of this JVM
	 * @param create creates the node at an address, not connected
	 */
	ClusterNodes(LockClock clock, Function<Address, RedisNode> create) {
		this.clock = clock;
		this.create = create;
	}

	/**
	 * The node at an address that the cluster has just named. One that is new begins to
	 * connect.
	 */
	RedisNode named(Address address) {
		long now = this.clock.nanoTime();
		RedisNode node = this.nodes
			.compute(address,
					(key, known) -> new Named((known != null) ? known.node() : started(this.create.apply(key)), now))
			.node();
		if (this.stopped) {
			// it may have come after the others were stopped
			node.stop();
		}
		return node;
	}

	/**
	 * The node that has a slot.
	 */
	@Nullable RedisNode withSlot(int slot) {
		return this.slots.get(slot);
	}

	/**
	 * The node that has the slot of a key.
	 */
	@Nullable RedisNode withKey(String key) {
		return withSlot(slotOf(key));
	}

	/**
	 * The slot of a key, of the bytes that are sent: they do not depend on the JVM's own
	 * charset.
	 */
	static int slotOf(String key) {
		return SlotHash.getSlot(key.getBytes(StandardCharsets.UTF_8));
	}

	/**
	 * A slot has moved.
	 */
	void moved(int slot, RedisNode node) {
		this.slots.set(slot, node);
	}

	/**
	 * Takes over what a node said. Slots that it did not name have no master.
	 */
	void assign(SlotsReply said) {
		@Nullable RedisNode[] masters = new RedisNode[SlotHash.SLOT_COUNT];
		for (SlotsReply.Range range : said.ranges()) {
			RedisNode node = named(range.master());
			for (int slot = Math.max(range.first(), 0); slot <= Math.min(range.last(), masters.length - 1); slot++) {
				masters[slot] = node;
			}
		}
		for (int slot = 0; slot < masters.length; slot++) {
			this.slots.set(slot, masters[slot]);
		}
	}

	private static RedisNode started(RedisNode node) {
		node.start();
		return node;
	}

	/**
	 * All of them.
	 */
	List<RedisNode> all() {
		return this.nodes.values().stream().map(Named::node).toList();
	}

	/**
	 * Stops all of them, and each that comes later.
	 */
	void stop() {
		this.stopped = true;
		all().forEach(RedisNode::stop);
	}

	/**
	 * Leaves the nodes that nobody has named for a while. Call it on the scheduler's
	 * thread.
	 * @param masters those that are named now
	 * @return whether there are others left, to be looked at again
	 */
	boolean forgetAllBut(Collection<Address> masters) {
		boolean left = false;
		for (Address address : this.nodes.keySet()) {
			if (!masters.contains(address)) {
				left |= !isForgotten(address);
			}
		}
		return left;
	}

	/**
	 * A node is left when it is not in the map any more: its commands run then, and may
	 * name others.
	 */
	private boolean isForgotten(Address address) {
		Named known = this.nodes.get(address);
		if (known == null) {
			return true;
		}
		boolean forgotten = this.clock.nanoTime() - known.nanos() >= FORGET_AFTER.toNanos()
				&& this.nodes.remove(address, known);
		if (forgotten) {
			known.node().leave();
		}
		return forgotten;
	}

	/**
	 * A node, and when it was named last.
	 */
	private record Named(RedisNode node, long nanos) {

	}

}
