package io.github.lockstarter.redis.script;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

import io.lettuce.core.RedisNoScriptException;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.api.async.RedisAsyncCommands;

/**
 * Runs scripts by their digest, and by their text where the server does not know them (a
 * first use, a restart, SCRIPT FLUSH): one round trip but for that one time.
 */
public final class ScriptRunner {

	private ScriptRunner() {
	}

	/**
	 * Runs a script on one key.
	 * @param commands the connection
	 * @param script the script
	 * @param key the key
	 * @param arguments the arguments, as many as the script takes
	 * @return the reply, completed on the connection's thread
	 * @throws IllegalArgumentException if the number of arguments is wrong
	 */
	public static CompletionStage<List<Object>> run(RedisAsyncCommands<String, String> commands, LockScript script,
			String key, String... arguments) {
		if (arguments.length != script.arity()) {
			throw new IllegalArgumentException(
					script + " takes " + script.arity() + " arguments, not " + Arrays.toString(arguments));
		}
		String[] keys = { key };
		CompletableFuture<List<Object>> reply = commands
			.<List<Object>>evalsha(script.digest(), ScriptOutputType.MULTI, keys, arguments)
			.toCompletableFuture();
		return reply
			.handle((answer, failure) -> isUnknownScript(failure)
					? commands.<List<Object>>eval(script.text(), ScriptOutputType.MULTI, keys, arguments)
						.toCompletableFuture()
					: reply)
			.thenCompose(Function.identity());
	}

	private static boolean isUnknownScript(Throwable failure) {
		return failure instanceof RedisNoScriptException;
	}

}
