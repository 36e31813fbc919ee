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
 * The connected nodes of a cluster, and which of them has which slot: a wrong entry is
 * corrected by the node, which redirects.
 */
final class ClusterNodes {

	// A partitioned node may have denied that the other exists; and a node that is about
	// to get its first slot has none yet.
	private static final Duration FORGET_AFTER = Duration.ofSeconds(1);

	private final LockClock clock;

	private final Function<Address, RedisNode> create;

	private final Map<Address, Named> nodes = new ConcurrentHashMap<>();

	private final AtomicReferenceArray<@Nullable RedisNode> slots = new AtomicReferenceArray<>(SlotHash.SLOT_COUNT);

	private volatile boolean stopped;

	ClusterNodes(LockClock clock, Function<Address, RedisNode> create) {
		this.clock = clock;
		this.create = create;
	}

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

	@Nullable RedisNode withSlot(int slot) {
		return this.slots.get(slot);
	}

	@Nullable RedisNode withKey(String key) {
		return withSlot(slotOf(key));
	}

	// by the bytes that are sent, not by the JVM's charset
	static int slotOf(String key) {
		return SlotHash.getSlot(key.getBytes(StandardCharsets.UTF_8));
	}

	void moved(int slot, RedisNode node) {
		this.slots.set(slot, node);
	}

	// Slots that are not named have no master.
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

	List<RedisNode> all() {
		return this.nodes.values().stream().map(Named::node).toList();
	}

	void stop() {
		this.stopped = true;
		all().forEach(RedisNode::stop);
	}

	// On the scheduler's thread; true if there are unnamed nodes left to check again.
	boolean forgetAllBut(Collection<Address> masters) {
		boolean left = false;
		for (Address address : this.nodes.keySet()) {
			if (!masters.contains(address)) {
				left |= !isForgotten(address);
			}
		}
		return left;
	}

	// Removed from the map first: its commands fail when it is left, and may name other
	// nodes.
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

	private record Named(RedisNode node, long nanos) {

	}

}
