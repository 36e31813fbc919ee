package io.github.lockstarter.simulation.server;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import io.lettuce.core.cluster.SlotHash;
import org.jspecify.annotations.Nullable;

/**
 * A node of a Redis Cluster: what it believes about who has which slot, which the others
 * tell it a little later than it is so.
 */
final class ClusterNode {

	private final Cluster cluster;

	private final int index;

	private final int shard;

	private final Redis redis;

	// The master of each shard, by its index.
	private final int[] masters;

	// The shards of slots that have been moved.
	private final Map<Integer, Integer> moved = new HashMap<>();

	private final Map<Integer, ClusterNode> leaving = new HashMap<>();

	private final Set<Integer> coming = new HashSet<>();

	private final Set<Server.Client> asking = new HashSet<>();

	/**
	 * Creates the node.
	 * @param cluster where it is
	 * @param index its place among all nodes
	 * @param shard what it has, as a master or a replica
	 * @param redis the server
	 * @param masters the master of each shard
	 */
	ClusterNode(Cluster cluster, int index, int shard, Redis redis, int[] masters) {
		this.cluster = cluster;
		this.index = index;
		this.shard = shard;
		this.redis = redis;
		this.masters = masters.clone();
	}

	int index() {
		return this.index;
	}

	int shard() {
		return this.shard;
	}

	Redis redis() {
		return this.redis;
	}

	String id() {
		return "%040x".formatted(this.index + 1);
	}

	/**
	 * Hears who is the master of a shard.
	 */
	void hearMaster(int ofShard, int master) {
		this.masters[ofShard] = master;
	}

	/**
	 * Hears who has a slot.
	 */
	void hearSlot(int slot, int ofShard) {
		this.moved.put(slot, ofShard);
		this.leaving.remove(slot);
		this.coming.remove(slot);
	}

	/**
	 * A slot is on its way to another node, key by key.
	 */
	void gives(int slot, ClusterNode other) {
		this.leaving.put(slot, other);
		other.coming.add(slot);
	}

	/**
	 * The next command of a client is about a slot that is on its way here.
	 */
	void asking(Server.Client client) {
		this.asking.add(client);
	}

	void spread(String channel, String text) {
		this.cluster.spread(this, channel, text);
	}

	/**
	 * Where to go with a command on a key, if it is not for this node.
	 * @return the error; null if it is
	 */
	@Nullable String redirect(Server.Client client, String key) {
		int slot = SlotHash.getSlot(key);
		boolean asked = this.asking.remove(client);
		boolean mine = master(slot) == this.index;
		if (mine && !this.redis.isReplica()) {
			ClusterNode other = this.leaving.get(slot);
			return (other == null || this.redis.has(key)) ? null : "ASK " + slot + " " + Cluster.address(other.index);
		}
		if (asked && this.coming.contains(slot)) {
			return null;
		}
		return mine ? "CLUSTERDOWN Hash slot not served" : "MOVED " + slot + " " + Cluster.address(master(slot));
	}

	private int master(int slot) {
		return this.masters[this.moved.getOrDefault(slot, this.cluster.shardOf(slot))];
	}

	/**
	 * The answer to a question about the cluster.
	 * @param what the second word of the command
	 * @return the answer in RESP
	 */
	String answer(String what) {
		return what.equals("MYID") ? Resp.reply(id()) : slots();
	}

	private String slots() {
		List<Object> ranges = new ArrayList<>();
		int first = 0;
		for (int slot = 1; slot <= SlotHash.SLOT_COUNT; slot++) {
			if (slot == SlotHash.SLOT_COUNT || master(slot) != master(first)) {
				int master = master(first);
				ranges.add(List.of((long) first, slot - 1L,
						List.of("127.0.0.1", (long) Server.PORT + master, this.cluster.node(master).id())));
				first = slot;
			}
		}
		return Resp.reply(ranges);
	}

}
