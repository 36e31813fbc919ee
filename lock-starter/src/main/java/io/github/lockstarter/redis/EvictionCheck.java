package io.github.lockstarter.redis;

import io.lettuce.core.api.async.RedisAsyncCommands;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/**
 * Warns when Redis may throw locks away to make room. Quiet where it cannot be asked.
 */
final class EvictionCheck {

	private static final String FIELD = "maxmemory_policy:";

	private static final Log logger = LogFactory.getLog(LettuceLockStore.class);

	private EvictionCheck() {
	}

	static void warn(RedisAsyncCommands<String, String> commands) {
		commands.info("memory").whenComplete((info, failure) -> {
			if (failure != null) {
				logger.debug("Redis does not tell whether it evicts keys", failure);
				return;
			}
			info.lines()
				.filter((line) -> line.startsWith(FIELD))
				.map((line) -> line.substring(FIELD.length()).strip())
				.filter((policy) -> !policy.equals("noeviction"))
				.findFirst()
				.ifPresent((policy) -> logger.warn("Redis evicts keys when its memory is full (maxmemory-policy "
						+ policy + "): a lock may vanish while it is held. Keep locks on a Redis with "
						+ "maxmemory-policy noeviction."));
		});
	}

}
