package io.github.lockstarter.redis;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import io.lettuce.core.api.async.RedisAsyncCommands;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/**
 * One master of a cluster. Its channels have its id in their names, for PUBLISH counts
 * only the subscribers of the node where it is sent, and delivers to those of all others
 * too: a waiter is told by the node that has its lock, and told once.
 */
final class ClusterMaster implements NodeRole {

	private static final Log logger = LogFactory.getLog(LettuceLockStore.class);

	private final Address address;

	private final RedisClients.Handle redis;

	private final LockKeys keys;

	private final Runnable connected;

	private final Runnable disconnected;

	ClusterMaster(Address address, RedisClients.Handle redis, LockKeys keys, Runnable connected,
			Runnable disconnected) {
		this.address = address;
		this.redis = redis;
		this.keys = keys;
		this.connected = connected;
		this.disconnected = disconnected;
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
	public CompletionStage<Server> greet(RedisAsyncCommands<String, String> commands) {
		return identify(commands);
	}

	@Override
	public CompletionStage<Server> identify(RedisAsyncCommands<String, String> commands) {
		return commands.clusterMyId().handle((id, failure) -> {
			if (failure != null) {
				logger.debug(this.address + " does not tell its id: its channels are named by its address", failure);
				return this.address.toString();
			}
			return id;
		})
			.thenCombine(Server.ask(commands, this.keys.channelPrefix()),
					(id, server) -> server.on(this.keys.channelPrefix() + id + ":"));
	}

	@Override
	public @Nullable CompletionStage<?> look(RedisAsyncCommands<String, String> commands, boolean ping) {
		return null;
	}

	@Override
	public String consequence() {
		return "Locks that it keeps fail with LockUnavailableException until it can, or another node has its slots.";
	}

	@Override
	public void onConnected() {
		this.connected.run();
	}

	@Override
	public void onDisconnected() {
		this.disconnected.run();
	}

}
