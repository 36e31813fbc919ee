package io.github.lockstarter.redis;

import java.util.concurrent.CompletionStage;

import io.lettuce.core.api.async.RedisAsyncCommands;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/**
 * Which server a connection leads to: the id that each run of a Redis server has. An
 * address would not tell, because after a failover another server may have it.
 */
final class ServerIdentity {

	private static final String FIELD = "run_id:";

	private static final Log logger = LogFactory.getLog(LettuceLockStore.class);

	private ServerIdentity() {
	}

	/**
	 * Asks the server.
	 * @return its id; empty where it cannot be asked, such as without the right to INFO
	 */
	static CompletionStage<String> of(RedisAsyncCommands<String, String> commands) {
		return commands.info("server").handle((info, failure) -> {
			if (failure != null) {
				logger.debug("Redis does not tell which server it is: messages to waiters are confirmed", failure);
				return "";
			}
			return info.lines()
				.filter((line) -> line.startsWith(FIELD))
				.map((line) -> line.substring(FIELD.length()).strip())
				.findFirst()
				.orElse("");
		});
	}

}
