package io.github.lockstarter.redis;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.store.StoreState;

/**
 * Which node has which key: between a start and a stop.
 */
interface Topology {

	/**
	 * Connects. Waits for the first connection, for the time of a start at most, and goes
	 * on in the background.
	 */
	void start();

	/**
	 * Closes all connections.
	 */
	void stop();

	/**
	 * Sends a command to the node that has a key.
	 * @param key the key
	 * @param command the command
	 * @return its reply; fails with a {@code StoreException}
	 */
	<T> CompletionStage<T> run(String key, NodeCommand<T> command);

	/**
	 * Sends renewals to the nodes that have their keys.
	 * @param calls the renewals
	 * @return their replies; each fails with a {@code StoreException}
	 */
	List<CompletionStage<RenewCall.Reply>> renew(List<RenewCall> calls);

	/**
	 * How many locks one command may renew.
	 */
	int longestBatch();

	/**
	 * Whether the nodes can be asked, without asking.
	 */
	StoreState state();

	/**
	 * The same for each of several nodes, by its address.
	 */
	default Map<String, StoreState> nodes() {
		return Map.of();
	}

	/**
	 * The node that has a key, as far as is known.
	 */
	@Nullable RedisNode node(String key);

}
