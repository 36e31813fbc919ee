package io.github.lockstarter.redis;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.store.StoreState;

/**
 * Maps keys to nodes, from a start to a stop.
 */
interface Topology {

	// Waits for the first connection, for the time of a start at most; connects in the
	// background after that.
	void start();

	void stop();

	// this and the next: replies fail with a StoreException
	<T> CompletionStage<T> run(String key, NodeCommand<T> command);

	List<CompletionStage<RenewCall.Reply>> renew(List<RenewCall> calls);

	int longestBatch();

	StoreState state();

	// by address, where there are several nodes
	default Map<String, StoreState> nodes() {
		return Map.of();
	}

	@Nullable RedisNode node(String key);

}
