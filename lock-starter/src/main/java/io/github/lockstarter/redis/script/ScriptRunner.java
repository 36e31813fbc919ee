package io.github.lockstarter.redis.script;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Supplier;

import io.lettuce.core.RedisNoScriptException;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.async.RedisAsyncCommands;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.output.CommandOutput;
import io.lettuce.core.protocol.AsyncCommand;
import io.lettuce.core.protocol.Command;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandType;
import org.jspecify.annotations.Nullable;

/**
 * Runs scripts by their digest, and by their text where the server does not know them (a
 * first use, a restart, SCRIPT FLUSH): one round trip but for that one time.
 */
public final class ScriptRunner {

	private static final Runnable NOTHING = () -> {
	};

	private ScriptRunner() {
	}

	/**
	 * Runs a script on one key.
	 * @param <T> the type of the reply
	 * @param commands the connection
	 * @param script the script
	 * @param key the key
	 * @param output makes a reader for one reply
	 * @param done gets the reply, or the failure, on the connection's thread
	 * @param arguments the arguments, as many as the script takes
	 * @throws IllegalArgumentException if the number of arguments is wrong
	 */
	public static <T> void run(RedisAsyncCommands<String, String> commands, LockScript script, String key,
			Supplier<CommandOutput<String, String, T>> output,
			BiConsumer<? super @Nullable T, ? super @Nullable Throwable> done, String... arguments) {
		if (arguments.length != script.arity()) {
			throw new IllegalArgumentException(
					script + " takes " + script.arity() + " arguments, not " + Arrays.toString(arguments));
		}
		run(commands, script, List.of(key), output, done, Arrays.asList(arguments));
	}

	/**
	 * Runs a script on as many keys as are given.
	 * @param <T> the type of the reply
	 * @param commands the connection
	 * @param script a script that takes many locks
	 * @param keys the keys
	 * @param output makes a reader for one reply
	 * @param done gets the reply, or the failure, on the connection's thread
	 * @param arguments the arguments
	 */
	public static <T> void run(RedisAsyncCommands<String, String> commands, LockScript script, List<String> keys,
			Supplier<CommandOutput<String, String, T>> output,
			BiConsumer<? super @Nullable T, ? super @Nullable Throwable> done, List<String> arguments) {
		run(commands, NOTHING, script, keys, output, done, arguments);
	}

	/**
	 * Runs a script on a key whose slot the server is only about to get. Call it on the
	 * connection's thread: ASKING counts for the next command, and from there nobody's
	 * comes between.
	 * @param <T> the type of the reply
	 * @param commands the connection
	 * @param script the script
	 * @param key the key
	 * @param output makes a reader for one reply
	 * @param done gets the reply, or the failure, on the connection's thread
	 * @param arguments the arguments
	 */
	public static <T> void runAsked(RedisAsyncCommands<String, String> commands, LockScript script, String key,
			Supplier<CommandOutput<String, String, T>> output,
			BiConsumer<? super @Nullable T, ? super @Nullable Throwable> done, List<String> arguments) {
		run(commands, commands::asking, script, List.of(key), output, done, arguments);
	}

	/**
	 * Runs a script on many keys, on each in a command of its own. All are written at
	 * once.
	 * @param <T> the type of the reply
	 * @param connection the connection
	 * @param script the script
	 * @param runs what to run
	 */
	public static <T> void runEach(StatefulRedisConnection<String, String> connection, LockScript script,
			List<Run<T>> runs) {
		List<AsyncCommand<String, String, T>> commands = new ArrayList<>(runs.size());
		for (Run<T> run : runs) {
			List<String> keys = List.of(run.key());
			AsyncCommand<String, String, T> command = new AsyncCommand<>(new Command<>(CommandType.EVALSHA,
					run.output().get(), args(script.digest(), keys, run.arguments())));
			command.whenComplete((reply, failure) -> {
				if (failure instanceof RedisNoScriptException) {
					runText(connection.async(), NOTHING, script, keys, run.output(), run.done(), run.arguments());
				}
				else {
					run.done().accept(reply, failure);
				}
			});
			commands.add(command);
		}
		connection.dispatch(commands);
	}

	private static <T> void run(RedisAsyncCommands<String, String> commands, Runnable before, LockScript script,
			List<String> keys, Supplier<CommandOutput<String, String, T>> output,
			BiConsumer<? super @Nullable T, ? super @Nullable Throwable> done, List<String> arguments) {
		before.run();
		commands.dispatch(CommandType.EVALSHA, output.get(), args(script.digest(), keys, arguments))
			.whenComplete((reply, failure) -> {
				if (failure instanceof RedisNoScriptException) {
					runText(commands, before, script, keys, output, done, arguments);
				}
				else {
					done.accept(reply, failure);
				}
			});
	}

	private static <T> void runText(RedisAsyncCommands<String, String> commands, Runnable before, LockScript script,
			List<String> keys, Supplier<CommandOutput<String, String, T>> output,
			BiConsumer<? super @Nullable T, ? super @Nullable Throwable> done, List<String> arguments) {
		try {
			before.run();
			commands.dispatch(CommandType.EVAL, output.get(), args(script.text(), keys, arguments)).whenComplete(done);
		}
		catch (RuntimeException | Error ex) {
			// on the connection's thread, where nobody would hear of it
			done.accept(null, ex);
		}
	}

	/**
	 * Keys and arguments as bytes: the client would write each text into a buffer of its
	 * own first, to learn its length, and does that on the connection's thread.
	 */
	private static CommandArgs<String, String> args(String script, List<String> keys, List<String> arguments) {
		CommandArgs<String, String> args = new CommandArgs<>(StringCodec.UTF8).add(script).add(keys.size());
		keys.forEach((key) -> args.add(key.getBytes(StandardCharsets.UTF_8)));
		arguments.forEach((argument) -> args.add(argument.getBytes(StandardCharsets.UTF_8)));
		return args;
	}

	/**
	 * One run of a script on one key.
	 *
	 * @param <T> the type of the reply
	 * @param key the key
	 * @param arguments the arguments
	 * @param output makes a reader for one reply
	 * @param done gets the reply, or the failure, on the connection's thread
	 */
	public record Run<T>(String key, List<String> arguments, Supplier<CommandOutput<String, String, T>> output,
			BiConsumer<@Nullable T, @Nullable Throwable> done) {

	}

}
