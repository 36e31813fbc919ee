package io.github.lockstarter.redis;

import java.util.List;
import java.util.concurrent.CompletionStage;

import io.lettuce.core.api.async.RedisAsyncCommands;
import org.jspecify.annotations.Nullable;

import io.github.lockstarter.store.StoreReply;
import io.github.lockstarter.store.StoreState;

/**
 * One master has all keys. Where several nodes are configured, one after the other is
 * tried until one is no replica; who has lost it looks for it again.
 */
final class SingleTopology implements Topology, NodeRole {

	// One script is one stop of Redis for everybody else: a hundred locks are less than a
	// millisecond.
	private static final int RENEWALS_PER_COMMAND = 100;

	private final Session session;

	private final OwnLabel label;

	private final List<RedisClients.Handle> nodes;

	private final RedisNode node;

	private volatile int at;

	/**
	 * Creates the topology, not connected.
	 * @param session what all connections share
	 * @param label who this instance is
	 * @param nodes the nodes of which one is the master; empty if there is one address
	 */
	SingleTopology(Session session, OwnLabel label, List<Address> nodes) {
		this.session = session;
		this.nodes = nodes.isEmpty() ? List.of(session.redis()) : nodes.stream().map(session.redis()::at).toList();
		this.label = label;
		this.node = new RedisNode(session, session.redis(), this, null);
	}

	@Override
	public void start() {
		this.node.start();
		this.session.supervision().awaitFirst(this.node.tried());
	}

	@Override
	public void stop() {
		this.node.stop();
		this.session.close();
	}

	@Override
	public <T> CompletionStage<T> run(String key, NodeCommand<T> command) {
		return this.node.send(command);
	}

	/**
	 * Replicas are waited for once for all of them.
	 */
	@Override
	public List<CompletionStage<List<CompletionStage<StoreReply>>>> renew(List<RenewCall> calls) {
		return this.node.isConfirming() ? this.node.sendTogether(calls) : Topology.super.renew(calls);
	}

	@Override
	public int longestBatch() {
		return this.node.isConfirming() ? 1 : RENEWALS_PER_COMMAND;
	}

	@Override
	public StoreState state() {
		return this.node.state();
	}

	@Override
	public RedisNode node(String key) {
		return this.node;
	}

	@Override
	public RedisClients.Handle target() {
		return this.nodes.get(this.at);
	}

	@Override
	public int targets() {
		return this.nodes.size();
	}

	@Override
	public CompletionStage<Server> greet(RedisAsyncCommands<String, String> commands) {
		return this.label.writeToMaster(commands).thenCombine(identify(commands), (done, server) -> server);
	}

	@Override
	public CompletionStage<Server> identify(RedisAsyncCommands<String, String> commands) {
		return this.session.identify(commands);
	}

	@Override
	public @Nullable CompletionStage<?> look(RedisAsyncCommands<String, String> commands, boolean ping) {
		return this.label.isDue(ping) ? this.label.writeToMaster(commands) : null;
	}

	@Override
	public String consequence() {
		return "Locks fail with LockUnavailableException until it can.";
	}

	@Override
	public void onConnected() {
	}

	@Override
	public void onDisconnected() {
		if (this.nodes.size() > 1) {
			this.at = (this.at + 1) % this.nodes.size();
			// messages come from the master too
			this.node.subscribeElsewhere();
		}
	}

}
