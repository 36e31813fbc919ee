package io.github.lockstarter.redis;

import java.util.concurrent.CompletionStage;

import io.lettuce.core.api.async.RedisAsyncCommands;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/**
 * Which server a connection leads to: the id that each run of a Redis server has. An
 * address would not tell, because after a failover another server may have it.
 *
 * @param runId the id, empty if it is not known
 * @param uptimeSeconds how long it has been up, negative if that is not known
 */
record ServerIdentity(String runId, long uptimeSeconds) {

	private static final Log logger = LogFactory.getLog(LettuceLockStore.class);

	/**
	 * Asks the server.
	 * @return its id; empty where it cannot be asked, such as without the right to INFO
	 */
	static CompletionStage<String> of(RedisAsyncCommands<String, String> commands) {
		return ask(commands).thenApply(ServerIdentity::runId);
	}

	/**
	 * Asks the server.
	 * @return its id and how long it has been up, empty and negative where it cannot be
	 * asked
	 */
	static CompletionStage<ServerIdentity> ask(RedisAsyncCommands<String, String> commands) {
		return commands.info("server").handle((info, failure) -> {
			if (failure != null) {
				logger.debug("Redis does not tell which server it is: messages to waiters are confirmed", failure);
				return new ServerIdentity("", -1);
			}
			return read(info);
		});
	}

	/**
	 * Reads what a server says in the section {@code server} of INFO. What speaks like
	 * Redis may say it otherwise, or not at all.
	 */
	static ServerIdentity read(String info) {
		String uptime = field(info, "uptime_in_seconds:");
		return new ServerIdentity(field(info, "run_id:"), uptime.matches("\\d{1,18}") ? Long.parseLong(uptime) : -1);
	}

	/**
	 * The value of a field, empty without one.
	 * @param name its name and the colon
	 */
	static String field(String info, String name) {
		return info.lines()
			.filter((line) -> line.startsWith(name))
			.map((line) -> line.substring(name.length()).strip())
			.findFirst()
			.orElse("");
	}

}
