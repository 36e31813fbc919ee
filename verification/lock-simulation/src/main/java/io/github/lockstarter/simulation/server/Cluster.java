package io.github.lockstarter.simulation.server;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.IntStream;

import io.lettuce.core.cluster.SlotHash;

import io.github.lockstarter.simulation.world.World;

/**
 * A Redis Cluster: masters with one replica each. What changes is heard by each node at
 * another moment, and one that was away goes on with what it knew.
 */
public final class Cluster {

	private static final long MILLI = 1_000_000;

	// Until each node has heard of something.
	private static final long GOSSIP = 300 * MILLI;

	private static final long SETTLED = 500 * MILLI;

	private static final long LONG_MOVE = 1_000 * MILLI;

	// Where locks move clocks differ by less than a hundredth of the shortest lease.
	private static final long NEARLY_MICROS = 400;

	private final World world;

	private final int shards;

	private final boolean apart;

	private final List<ClusterNode> nodes = new ArrayList<>();

	private final int[] masters;

	// The shards of slots that are not where they were first.
	private final Map<Integer, Integer> moved = new HashMap<>();

	private boolean whole = true;

	/**
	 * Starts a cluster that has been up for a long time.
	 * @param world where it is
	 * @param shards how many masters it has
	 */
	public Cluster(World world, int shards) {
		this.world = world;
		this.shards = shards;
		this.apart = world.chance().oneIn(3);
		this.masters = IntStream.range(0, shards).toArray();
		for (int i = 0; i < 2 * shards; i++) {
			Redis redis = new Redis(world, "node" + i);
			if (i >= shards || (i > 0 && !this.apart)) {
				redis.process()
					.keepTimeOf(this.nodes.get(this.apart ? i - shards : 0).redis().process(),
							this.apart ? 0 : world.chance().below(NEARLY_MICROS));
			}
			ClusterNode node = new ClusterNode(this, i, i % shards, redis, this.masters);
			redis.join(node);
			this.nodes.add(node);
		}
		for (int i = shards; i < 2 * shards; i++) {
			this.nodes.get(i).redis().follow(this.nodes.get(i - shards).redis());
		}
	}

	static String address(int index) {
		return "127.0.0.1:" + (Server.PORT + index);
	}

	ClusterNode node(int index) {
		return this.nodes.get(index);
	}

	/**
	 * The server at a port.
	 * @param port the port
	 * @return the server
	 */
	public Redis at(int port) {
		return this.nodes.get(port - Server.PORT).redis();
	}

	/**
	 * All ports, to find the cluster by.
	 * @return the ports
	 */
	public List<Integer> ports() {
		return IntStream.range(0, this.nodes.size()).mapToObj((i) -> Server.PORT + i).toList();
	}

	/**
	 * All servers.
	 * @return masters and replicas
	 */
	public List<Redis> servers() {
		return this.nodes.stream().map(ClusterNode::redis).toList();
	}

	/**
	 * The masters of today, by their shards.
	 * @return the servers
	 */
	public List<Redis> masters() {
		return IntStream.of(this.masters).mapToObj((index) -> this.nodes.get(index).redis()).toList();
	}

	/**
	 * Whether each master has its replica, and no slot is on its way.
	 * @return whether the next thing may happen
	 */
	public boolean isWhole() {
		return this.whole;
	}

	/**
	 * Whether the clocks of its masters are set differently, by seconds, and run
	 * differently. Then no lock may move from one to another: its lease would end earlier
	 * or later.
	 * @return whether they are
	 */
	public boolean isApart() {
		return this.apart;
	}

	int shardOf(int slot) {
		return slot * this.shards / SlotHash.SLOT_COUNT;
	}

	void spread(ClusterNode from, String channel, String text) {
		for (ClusterNode node : this.nodes) {
			if (node != from) {
				this.world.after(node.redis().process(), 30_000 + this.world.chance().below(MILLI),
						() -> node.redis().hear(channel, text));
			}
		}
	}

	private void tell(Consumer<ClusterNode> word) {
		for (ClusterNode node : this.nodes) {
			this.world.after(node.redis().process(), this.world.chance().below(GOSSIP), () -> word.accept(node));
		}
	}

	/**
	 * The slot of a lock's key.
	 * @param key the key
	 * @return the slot
	 */
	public static int slot(String key) {
		return SlotHash.getSlot(key);
	}

	/**
	 * A slot is given to another master: its keys go one after the other, and who asks
	 * meanwhile is sent on. The other one may know no script, as one does that is new,
	 * and forget those that it learns; and the slot may have more keys than these.
	 * @param keys the keys of that slot that there may be
	 * @param slot the slot
	 * @param to the shard that gets it
	 */
	public void move(List<String> keys, int slot, int to) {
		this.whole = false;
		ClusterNode source = this.nodes.get(this.masters[this.moved.getOrDefault(slot, shardOf(slot))]);
		ClusterNode target = this.nodes.get(this.masters[to]);
		if (source == target) {
			this.whole = true;
			return;
		}
		this.world.tell("slot " + slot + " leaves " + source.redis().process().name() + " for "
				+ target.redis().process().name());
		source.gives(slot, target);
		boolean forgets = this.world.chance().oneIn(2);
		long pause = this.world.chance().below(50 * MILLI);
		for (String key : keys) {
			this.world.after(null, pause, () -> {
				source.redis().move(key, target.redis());
				forget(target.redis(), forgets);
			});
			pause += this.world.chance().below(50 * MILLI);
		}
		long end = forgets ? pause + this.world.chance().between(1, 3) * LONG_MOVE : pause;
		for (; pause < end; pause += this.world.chance().below(10 * MILLI)) {
			// keys that nobody asks for
			this.world.after(null, pause, target.redis()::flushScripts);
		}
		this.world.after(null, pause, () -> {
			this.moved.put(slot, to);
			source.hearSlot(slot, to);
			target.hearSlot(slot, to);
			tell((node) -> node.hearSlot(slot, to));
			settle();
		});
	}

	private static void forget(Redis redis, boolean forgets) {
		if (forgets) {
			redis.flushScripts();
		}
	}

	private void settle() {
		this.world.after(null, SETTLED, () -> this.whole = true);
	}

	/**
	 * A replica takes the place of its master, which knows of it.
	 * @param shard whose master it is
	 */
	public void replace(int shard) {
		this.whole = false;
		ClusterNode former = this.nodes.get(this.masters[shard]);
		former.redis().whole().accept(other(former).redis());
		promote(former);
		hear(former, shard);
		settle();
	}

	/**
	 * A master ends; its replica takes its place when the others have noticed, and it
	 * comes back some day as that one's replica.
	 * @param shard whose master it is
	 * @param promoted is run when there is another master
	 */
	public void kill(int shard, Runnable promoted) {
		this.whole = false;
		ClusterNode former = this.nodes.get(this.masters[shard]);
		former.redis().end();
		this.world.after(null, noticed(), () -> {
			promote(former);
			promoted.run();
			this.world.after(null, this.world.chance().below(3_000 * MILLI), () -> {
				former.redis().begin();
				hear(former, shard);
				settle();
			});
		});
	}

	/**
	 * A master hangs until its replica has taken its place. It goes on, and calls itself
	 * a master until it hears of the other one.
	 * @param shard whose master it is
	 * @param heard is run when there is one master again
	 */
	public void pause(int shard, Runnable heard) {
		this.whole = false;
		ClusterNode former = this.nodes.get(this.masters[shard]);
		long until = noticed();
		former.redis().process().pause(until + this.world.chance().below(1_000 * MILLI));
		this.world.after(null, until, () -> {
			promote(former);
			this.world.after(former.redis().process(), this.world.chance().below(GOSSIP), () -> {
				hear(former, shard);
				heard.run();
				settle();
			});
		});
	}

	/**
	 * How long it takes until the others agree that a node is away.
	 */
	private long noticed() {
		return this.world.chance().between(1_000, 3_000) * MILLI;
	}

	private ClusterNode other(ClusterNode node) {
		return this.nodes.get((node.index() + this.shards) % this.nodes.size());
	}

	private void promote(ClusterNode former) {
		ClusterNode next = other(former);
		next.redis().promote(former.redis());
		this.masters[former.shard()] = next.index();
		next.hearMaster(former.shard(), next.index());
		tell((node) -> {
			if (node != former) {
				node.hearMaster(former.shard(), next.index());
			}
		});
	}

	private void hear(ClusterNode former, int shard) {
		former.hearMaster(shard, this.masters[shard]);
		former.redis().follow(other(former).redis());
	}

}
