package io.github.lockstarter.redis;

import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;

import io.lettuce.core.api.async.RedisAsyncCommands;

/**
 * What a server says of itself that matters to a quorum.
 *
 * @param runId the id of this run of it
 * @param uptimeSeconds for how long it runs, less than a second too much or too little
 * @param isCluster whether it is a node of a Redis Cluster
 */
record ServerState(String runId, long uptimeSeconds, boolean isCluster) {

	/**
	 * Asks the server. Fails where it does not say: without the right to INFO nobody
	 * knows whether it has restarted.
	 */
	static CompletionStage<ServerState> of(RedisAsyncCommands<String, String> commands) {
		return commands.info("server").handle((info, failure) -> {
			if (failure != null) {
				// without its cause, which is what people would be told
				throw new IllegalStateException("a quorum needs the right to INFO: " + failure.getMessage());
			}
			return read(info);
		});
	}

	/**
	 * Reads what a server says in the section {@code server} of INFO. From version 8 on
	 * Valkey has names of its own for some fields, unless it is to speak as Redis does.
	 * @throws IllegalStateException if it does not say what matters
	 */
	static ServerState read(String info) {
		ServerIdentity known = ServerIdentity.read(info);
		if (known.runId().isEmpty() || known.uptimeSeconds() < 0) {
			throw new IllegalStateException(
					"INFO has no " + (known.runId().isEmpty() ? "run_id" : "uptime_in_seconds"));
		}
		boolean cluster = Stream.of("redis_mode:", "server_mode:")
			.anyMatch((mode) -> ServerIdentity.field(info, mode).equals("cluster"));
		return new ServerState(known.runId(), known.uptimeSeconds(), cluster);
	}

}
