package io.github.lockstarter.redis;

import java.util.List;
import java.util.concurrent.CompletionStage;

import io.lettuce.core.api.async.RedisAsyncCommands;

import io.github.lockstarter.store.StoreState;

/**
 * One master has all keys: that of one Redis, or one of a quorum. Which server it is, and
 * what is said to it on a new connection, depends on which of the two.
 */
abstract class SingleTopology implements Topology, NodeRole {

	// One script is one stop of Redis for everybody else: a hundred locks are less than a
	// millisecond.
	private static final int RENEWALS_PER_COMMAND = 100;

	private final Session session;

	private final RedisNode node;

	/**
	 * Creates the topology, not connected.
	 * @param session what all connections share
	 */
	SingleTopology(Session session) {
		this.session = session;
		this.node = new RedisNode(session, session.redis(), this, null);
	}

	/**
	 * The master.
	 */
	final RedisNode node() {
		return this.node;
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
	public List<CompletionStage<RenewCall.Reply>> renew(List<RenewCall> calls) {
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
	public CompletionStage<Server> identify(RedisAsyncCommands<String, String> commands) {
		return this.session.identify(commands);
	}

}
