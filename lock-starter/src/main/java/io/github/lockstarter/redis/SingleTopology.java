package io.github.lockstarter.redis;

import java.util.List;
import java.util.concurrent.CompletionStage;

import io.lettuce.core.api.async.RedisAsyncCommands;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import io.github.lockstarter.store.StoreState;
import io.github.lockstarter.text.LoggedText;

/**
 * One master has all keys.
 */
final class SingleTopology implements Topology, NodeRole {

	// One script is one stop of Redis for everybody else: a hundred locks are less than a
	// millisecond.
	private static final int RENEWALS_PER_COMMAND = 100;

	private static final Log logger = LogFactory.getLog(LettuceLockStore.class);

	private final Session session;

	private final OwnLabel label;

	private final MasterSource source;

	private final RedisNode node;

	/**
	 * Creates the topology, not connected.
	 * @param session what all connections share
	 * @param label who this instance is
	 * @param source knows the master
	 */
	SingleTopology(Session session, OwnLabel label, MasterSource source) {
		this.session = session;
		this.source = source;
		this.label = label;
		this.node = new RedisNode(session, session.redis(), this, null);
	}

	@Override
	public void start() {
		this.session.supervision().scheduler().execute(() -> this.source.start(this::move, this.node::server));
		this.node.start();
		this.session.supervision().awaitFirst(this.node.tried());
	}

	private void move(String reason) {
		logger.info("The master of the locks is another now: " + LoggedText.of(reason));
		this.node.move(reason);
	}

	@Override
	public void stop() {
		this.source.stop();
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
	public CompletionStage<RedisClients.Handle> find() {
		return this.source.find();
	}

	@Override
	public boolean isTarget(RedisClients.Handle target) {
		return this.source.isFound(target);
	}

	@Override
	public int targets() {
		return this.source.servers();
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
		this.node.tellIfServerChanged();
	}

	@Override
	public void onDisconnected() {
		if (this.source.lost()) {
			// messages come from the master too
			this.node.subscribeElsewhere();
		}
	}

}
