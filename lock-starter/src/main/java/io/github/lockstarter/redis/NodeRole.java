package io.github.lockstarter.redis;

import java.util.concurrent.CompletionStage;

import io.lettuce.core.api.async.RedisAsyncCommands;
import org.jspecify.annotations.Nullable;

/**
 * What a node is to its topology: the only master, or one of many.
 */
interface NodeRole {

	/**
	 * Where to connect to. Called on the scheduler's thread.
	 * @return completes there, or fails
	 */
	CompletionStage<RedisClients.Handle> find();

	/**
	 * Whether that is still where to connect to.
	 * @param target what was found
	 */
	boolean isTarget(RedisClients.Handle target);

	/**
	 * How many targets there are to try, one after the other.
	 */
	default int targets() {
		return 1;
	}

	/**
	 * The first words on a new connection for commands.
	 * @return the server that it leads to; fails if that is of no use
	 */
	CompletionStage<Server> greet(RedisAsyncCommands<String, String> commands);

	/**
	 * The first words on a new connection for messages.
	 * @return the server that it leads to
	 */
	CompletionStage<Server> identify(RedisAsyncCommands<String, String> commands);

	/**
	 * Called twice per command timeout while the connection for commands stands.
	 * @param ping whether a PING is due, which another command may replace
	 * @return a command that was sent, or {@code null}
	 */
	@Nullable CompletionStage<?> look(RedisAsyncCommands<String, String> commands, boolean ping);

	/**
	 * A key for a script that proves that messages arrive: the node serves it, and no
	 * lock has it.
	 * @return the key, null if none is known
	 */
	@Nullable String probeKey();

	/**
	 * What it means that the node cannot be reached, for people: a sentence.
	 */
	String consequence();

	/**
	 * The connection for commands stands. Called on the scheduler's thread.
	 */
	void onConnected();

	/**
	 * The connection for commands is lost, or an attempt to connect failed. Called on the
	 * scheduler's thread.
	 */
	void onDisconnected();

}
