package io.github.lockstarter.redis;

import java.util.List;
import java.util.concurrent.CompletionStage;

import io.lettuce.core.api.async.RedisAsyncCommands;

import io.github.lockstarter.store.StoreState;

/**
 * One master has all keys: that of one Redis, or one of a quorum.
 */
abstract class SingleTopology implements Topology, NodeRole {

	private final RunningRedis session;

	private final RedisNode node;

	private final BatchedRenewals renewals;

	// "hasAllLocks": a master of a quorum need not have every held lock
	SingleTopology(RunningRedis session, boolean hasAllLocks) {
		this.session = session;
		this.node = new RedisNode(session, session.redis(), this);
		this.renewals = new BatchedRenewals(this.node, hasAllLocks);
	}

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

	@Override
	public List<CompletionStage<RenewCall.Reply>> renew(List<RenewCall> calls) {
		return this.renewals.send(calls);
	}

	@Override
	public int longestBatch() {
		return this.renewals.longest();
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
	public String probeKey() {
		return this.session.keys().probe(0);
	}

	@Override
	public CompletionStage<ServerIdentity> identify(RedisAsyncCommands<String, String> commands) {
		return this.session.identify(commands);
	}

}
