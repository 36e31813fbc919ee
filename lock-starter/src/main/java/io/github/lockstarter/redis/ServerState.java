package io.github.lockstarter.redis;

import java.util.concurrent.CompletionStage;

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
			return new ServerState(field(info, "run_id"), Long.parseLong(field(info, "uptime_in_seconds")),
					field(info, "redis_mode").equals("cluster"));
		});
	}

	private static String field(String info, String name) {
		return info.lines()
			.filter((line) -> line.startsWith(name + ":"))
			.map((line) -> line.substring(name.length() + 1).strip())
			.findFirst()
			.orElseThrow(() -> new IllegalStateException("INFO has no " + name));
	}

}
