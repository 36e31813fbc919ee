package io.github.lockstarter.redis;

import java.util.concurrent.CompletionStage;

import io.lettuce.core.api.async.RedisAsyncCommands;
import org.jspecify.annotations.Nullable;

/**
 * The role of a node in its topology: the only master, or one of many.
 */
interface NodeRole {

	// the address to connect to; on the scheduler's thread
	CompletionStage<RedisClients.Handle> find();

	boolean isTarget(RedisClients.Handle target);

	default int targets() {
		return 1;
	}

	// before a new connection for commands is used; fails if it must not be
	CompletionStage<ServerIdentity> greet(RedisAsyncCommands<String, String> commands);

	CompletionStage<ServerIdentity> identify(RedisAsyncCommands<String, String> commands);

	@Nullable CompletionStage<?> look(RedisAsyncCommands<String, String> commands, boolean ping);

	// a key of this node that no lock has, for the probe; null if none is known
	@Nullable String probeKey();

	// a sentence: what it means that the node cannot be reached
	String consequence();

	// this and the next: on the scheduler's thread
	void onConnected();

	void onDisconnected();

}
