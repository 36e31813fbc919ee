package io.github.lockstarter.benchmark.simulation;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletionStage;

import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.SetArgs;
import io.lettuce.core.api.async.RedisAsyncCommands;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.codec.Base16;

import io.github.lockstarter.benchmark.contender.HandWrittenLock;
import io.github.lockstarter.redis.script.LockScript;

/**
 * What instances say to Redis.
 */
public enum Protocol {

	/**
	 * The starter's own.
	 */
	STARTER {

		@Override
		void load(RedisCommands<String, String> commands) {
			commands.scriptLoad(LockScript.ACQUIRE.text());
			commands.scriptLoad(LockScript.RELEASE.text());
		}

		@Override
		CompletionStage<Boolean> acquire(RedisAsyncCommands<String, String> commands, String key, String attempt,
				boolean again, long retentionMillis) {
			return commands
				.<List<Object>>evalsha(LockScript.ACQUIRE.digest(), ScriptOutputType.MULTI, new String[] { key },
						ProtocolArguments.acquire(attempt, again, retentionMillis))
				.thenApply((reply) -> reply.get(0).equals("OWNED"));
		}

		@Override
		CompletionStage<?> release(RedisAsyncCommands<String, String> commands, String key, String attempt,
				long retentionMillis) {
			return commands.<List<Object>>evalsha(LockScript.RELEASE.digest(), ScriptOutputType.MULTI,
					new String[] { key }, ProtocolArguments.release(attempt, retentionMillis));
		}

	},

	/**
	 * The least there is: SET NX, and a script that deletes what is one's own. For locks
	 * that nobody waits for.
	 */
	FLOOR {

		private static final String DIGEST = Base16.digest(HandWrittenLock.DELETE.getBytes(StandardCharsets.UTF_8));

		@Override
		void load(RedisCommands<String, String> commands) {
			commands.scriptLoad(HandWrittenLock.DELETE);
		}

		@Override
		CompletionStage<Boolean> acquire(RedisAsyncCommands<String, String> commands, String key, String attempt,
				boolean again, long retentionMillis) {
			return commands.set(key, attempt, SetArgs.Builder.nx().px(ProtocolArguments.leaseMillis()))
				.thenApply("OK"::equals);
		}

		@Override
		CompletionStage<?> release(RedisAsyncCommands<String, String> commands, String key, String attempt,
				long retentionMillis) {
			return commands.evalsha(DIGEST, ScriptOutputType.INTEGER, new String[] { key }, attempt);
		}

	};

	/**
	 * Has Redis know its scripts.
	 */
	abstract void load(RedisCommands<String, String> commands);

	/**
	 * Asks for a lock.
	 * @param retentionMillis for how long it is remembered when nobody has it, by those
	 * who remember
	 * @return whether it is the caller's
	 */
	abstract CompletionStage<Boolean> acquire(RedisAsyncCommands<String, String> commands, String key, String attempt,
			boolean again, long retentionMillis);

	/**
	 * Gives a lock back.
	 */
	abstract CompletionStage<?> release(RedisAsyncCommands<String, String> commands, String key, String attempt,
			long retentionMillis);

}
