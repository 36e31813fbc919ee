package io.github.lockstarter.redis;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.stream.Collectors;

import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.api.async.RedisAsyncCommands;
import io.lettuce.core.cluster.SlotHash;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.github.lockstarter.store.RefusedConnections;
import io.github.lockstarter.store.StoreState;
import io.github.lockstarter.text.LoggedText;

/**
 * The masters of a Redis Cluster, each with connections of its own: a slow node does not
 * affect the others.
 */
final class ClusterTopology implements Topology {

	// enough keys to hit a slot of a node that has a single one
	private static final int PROBE_KEYS = 8 * SlotHash.SLOT_COUNT;

	private static final String NO_NODE = "the cluster names no node with slots";

	private static final Logger logger = LoggerFactory.getLogger(LettuceLockStore.class);

	private final RunningRedis session;

	private final OwnLabel label;

	private final String name;

	private final ClusterNodes nodes;

	private final SlotRefresh refresh;

	private final CompletableFuture<Void> firstAttempt = new CompletableFuture<>();

	private final RefusedConnections refusals = new RefusedConnections();

	// while no node is known
	private volatile Outage outage;

	private final Outage.Report report;

	ClusterTopology(RunningRedis session, OwnLabel label, String name, List<Address> seeds) {
		this.session = session;
		this.label = label;
		this.name = name;
		this.report = new Outage.Report(name);
		this.outage = outage("not connected yet");
		this.nodes = new ClusterNodes(session.clock(), (address) -> new Master(address).node);
		this.refresh = new SlotRefresh(session, seeds, this.nodes, this::onSlots, this::onSilence);
	}

	@Override
	public void start() {
		this.session.keys()
			.hashTag()
			.ifPresent((tag) -> logger.warn("distributed-lock.key-prefix has the hash tag {" + LoggedText.of(tag)
					+ "}: all locks are on one node of the cluster. Without the braces they are spread over all."));
		this.refresh.start();
		this.session.supervision().awaitFirst(this.firstAttempt);
	}

	@Override
	public void stop() {
		this.nodes.stop();
		this.session.close();
	}

	@Override
	public <T> CompletionStage<T> run(String key, NodeCommand<T> command) {
		int slot = ClusterNodes.slotOf(key);
		RedisNode node = this.nodes.withSlot(slot);
		if (node == null) {
			this.refresh.ask();
			return CompletableFuture.failedStage(this.refusals.notSent(
					"no known node of " + this.name + " has slot " + slot + ": " + this.outage.trouble(), nanoTime()));
		}
		return new Route<>(this, slot, command).from(node);
	}

	@Override
	public List<CompletionStage<RenewCall.Reply>> renew(List<RenewCall> calls) {
		Map<Integer, CompletionStage<RenewCall.Reply>> answers = new TreeMap<>();
		Map<RedisNode, List<Integer>> places = new LinkedHashMap<>();
		for (int i = 0; i < calls.size(); i++) {
			String key = calls.get(i).keys().get(0);
			RedisNode node = this.nodes.withKey(key);
			if (node == null) {
				answers.put(i, run(key, calls.get(i)));
			}
			else {
				places.computeIfAbsent(node, (one) -> new ArrayList<>()).add(i);
			}
		}
		places.forEach((node, some) -> {
			List<CompletionStage<RenewCall.Reply>> sent = node.sendTogether(some.stream().map(calls::get).toList());
			for (int i = 0; i < some.size(); i++) {
				RenewCall call = calls.get(some.get(i));
				answers.put(some.get(i),
						new Route<>(this, ClusterNodes.slotOf(call.keys().get(0)), call).from(node, sent.get(i)));
			}
		});
		return List.copyOf(answers.values());
	}

	@Override
	public int longestBatch() {
		// The keys of one command have to be in one slot, and on one node while it moves.
		return 1;
	}

	// As bad as the worst node: its locks are unavailable. Without a known node all are.
	@Override
	public StoreState state() {
		List<RedisNode> known = this.nodes.all();
		return new StoreState(worst(known, StoreState::commands), worst(known, StoreState::messages));
	}

	@Override
	public Map<String, StoreState> nodes() {
		Map<String, StoreState> states = new TreeMap<>();
		this.nodes.all().forEach((node) -> states.put(node.address(), node.state()));
		return states;
	}

	private StoreState.Link worst(List<RedisNode> known, Function<StoreState, StoreState.Link> way) {
		for (RedisNode node : known) {
			StoreState.Link link = way.apply(node.state());
			if (link.condition() == StoreState.Condition.DOWN) {
				return new StoreState.Link(link.condition(), node.address() + ": " + link.trouble(), link.since());
			}
		}
		return known.isEmpty() ? this.outage.link() : StoreState.Link.UP;
	}

	@Override
	public @Nullable RedisNode node(String key) {
		return this.nodes.withKey(key);
	}

	RedisNode named(Address address) {
		return this.nodes.named(address);
	}

	void onMoved(int slot, RedisNode node) {
		this.nodes.moved(slot, node);
		this.refresh.ask();
	}

	// The failure may come from a change of the cluster.
	void onFailure(Throwable failure) {
		boolean refused = failure.getCause() instanceof RedisCommandExecutionException answer
				&& !RedisErrors.isOfCluster(answer);
		if (!refused) {
			this.refresh.ask();
		}
	}

	private void onSlots(SlotsReply said) {
		Collection<Address> masters = said.masters().collect(Collectors.toSet());
		this.nodes.assign(said);
		this.outage = masters.isEmpty() ? this.outage.because(NO_NODE) : outage(NO_NODE);
		this.refusals.accepted();
		this.report.end();
		boolean others = this.nodes.forgetAllBut(masters);
		if (this.label.isDue(true)) {
			writeLabel();
		}
		List<RedisNode> serving = masters.stream().map(this.nodes::named).toList();
		if (others || !serving.stream().allMatch(RedisNode::isReachable)) {
			this.refresh.askLater();
		}
		if (!this.firstAttempt.isDone()) {
			CompletableFuture.allOf(serving.stream().map(RedisNode::tried).toArray(CompletableFuture[]::new))
				.whenComplete((done, failure) -> this.firstAttempt.complete(null));
		}
	}

	private long nanoTime() {
		return this.session.clock().nanoTime();
	}

	private Outage outage(String trouble) {
		return Outage.since(this.session.clock().now(), trouble);
	}

	private void onSilence(Throwable failure) {
		this.outage = this.outage.because(failure);
		this.refusals.failed(Outage.isPermanent(this.outage.trouble()), nanoTime());
		this.firstAttempt.complete(null);
		this.report.begin(this.outage.trouble(), "Locks fail with LockUnavailableException until it can be reached.");
	}

	private void writeLabel() {
		this.<String>run(this.label.key(), (node, redis, asked, done) -> {
			if (asked) {
				redis.connection().async().asking();
			}
			this.label.write(redis.connection().async()).whenComplete(done);
		}).whenComplete((done, failure) -> this.label.onAnswer(failure));
	}

	private @Nullable String keyOn(RedisNode node) {
		for (int i = 0; i < PROBE_KEYS; i++) {
			String key = this.session.keys().probe(i);
			if (this.nodes.withKey(key) == node) {
				return key;
			}
		}
		return null;
	}

	/**
	 * One master of a cluster, with channels of its own: PUBLISH in a cluster reaches the
	 * subscribers of all nodes but counts those of its own node only, so a waiter is
	 * notified by the node of its lock, once.
	 */
	private final class Master implements NodeRole {

		private final Address address;

		private final RedisClients.Handle redis;

		private final RedisNode node;

		Master(Address address) {
			this.address = address;
			this.redis = ClusterTopology.this.session.redis().at(address);
			this.node = new RedisNode(ClusterTopology.this.session, this.redis, this);
		}

		@Override
		public CompletionStage<RedisClients.Handle> find() {
			return CompletableFuture.completedStage(this.redis);
		}

		@Override
		public boolean isTarget(RedisClients.Handle target) {
			return true;
		}

		@Override
		public CompletionStage<ServerIdentity> greet(RedisAsyncCommands<String, String> commands) {
			return identify(commands);
		}

		@Override
		public CompletionStage<ServerIdentity> identify(RedisAsyncCommands<String, String> commands) {
			String prefix = ClusterTopology.this.session.keys().channelPrefix();
			return commands.clusterMyId().exceptionally((failure) -> {
				if (!RedisErrors.isLastWord(failure)) {
					// The channels need the id: it is asked for again, on the next
					// connection.
					throw new CompletionException(failure);
				}
				logger.debug(this.address + " does not report its id: its channels are named by its address", failure);
				return this.address.toString();
			}).thenCombine(ServerIdentity.ask(commands, prefix), (id, server) -> server.on(prefix + id + ":"));
		}

		@Override
		public @Nullable CompletionStage<?> look(RedisAsyncCommands<String, String> commands, boolean ping) {
			return null;
		}

		@Override
		public String consequence() {
			return "Its locks fail with LockUnavailableException until it can be reached or another node has its slots.";
		}

		@Override
		public void onConnected() {
			this.node.tellIfServerChanged();
			this.node.listenWhereCommandsAreSent();
			if (ClusterTopology.this.nodes.withKey(ClusterTopology.this.label.key()) == this.node) {
				writeLabel();
			}
		}

		@Override
		public void onDisconnected() {
			ClusterTopology.this.refresh.ask();
		}

		@Override
		public @Nullable String probeKey() {
			return keyOn(this.node);
		}

	}

}
