package io.github.lockstarter.redis.script;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Supplier;

import io.lettuce.core.RedisNoScriptException;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.output.CommandOutput;
import io.lettuce.core.output.StatusOutput;
import io.lettuce.core.protocol.AsyncCommand;
import io.lettuce.core.protocol.Command;
import io.lettuce.core.protocol.CommandType;
import io.lettuce.core.protocol.RedisCommand;
import org.jspecify.annotations.Nullable;

/**
 * A script that is run once: by its digest, and by its text where the server does not
 * know it (a first use, a restart, SCRIPT FLUSH). So it is one round trip but for that
 * one time.
 *
 * @param <T> the type of the reply
 */
public final class ScriptRun<T> {

	private final LockScript script;

	private final ScriptArguments arguments;

	private final Supplier<CommandOutput<String, String, T>> output;

	private boolean byText;

	private ScriptRun(LockScript script, ScriptArguments arguments, Supplier<CommandOutput<String, String, T>> output) {
		this.script = script;
		this.arguments = arguments;
		this.output = output;
	}

	/**
	 * Runs a script on as many keys as are given.
	 * @param script a script that takes many locks
	 * @param keys the keys
	 * @param arguments the arguments
	 * @param output makes a reader for one reply
	 */
	public ScriptRun(LockScript script, List<String> keys, List<String> arguments,
			Supplier<CommandOutput<String, String, T>> output) {
		this(script, new ScriptArguments(keys.size(), arguments.size()), output);
		keys.forEach(this.arguments::add);
		arguments.forEach(this.arguments::add);
	}

	/**
	 * Runs a script on one key.
	 * @param <T> the type of the reply
	 * @param script the script
	 * @param arguments the key, and as many arguments as the script takes
	 * @param output makes a reader for one reply
	 * @return the script, not sent
	 * @throws IllegalArgumentException if the number of arguments is wrong
	 */
	public static <T> ScriptRun<T> of(LockScript script, ScriptArguments arguments,
			Supplier<CommandOutput<String, String, T>> output) {
		if (arguments.size() != script.arity()) {
			throw new IllegalArgumentException(
					script + " takes " + script.arity() + " arguments, not " + arguments.size() + ": " + arguments);
		}
		return new ScriptRun<>(script, arguments, output);
	}

	/**
	 * Sends it.
	 * @param connection the connection
	 * @param asked whether the server is only about to get the slot of the key. ASKING
	 * counts for the next command: call it on the connection's thread then, from where
	 * nobody's comes between
	 * @param done gets the reply, or the failure, on the connection's thread
	 */
	public void send(StatefulRedisConnection<String, String> connection, boolean asked,
			BiConsumer<? super @Nullable T, ? super @Nullable Throwable> done) {
		if (asked) {
			connection.dispatch(asking());
		}
		connection.dispatch(command(connection, asked, done));
	}

	/**
	 * Sends several, one behind the other. All are written at once.
	 * @param <T> the type of the replies
	 * @param connection the connection
	 * @param runs what to send
	 * @param done get the replies, or the failures, on the connection's thread
	 */
	public static <T> void sendTogether(StatefulRedisConnection<String, String> connection, List<ScriptRun<T>> runs,
			List<? extends BiConsumer<? super @Nullable T, ? super @Nullable Throwable>> done) {
		List<RedisCommand<String, String, ?>> commands = new ArrayList<>(runs.size());
		for (int i = 0; i < runs.size(); i++) {
			commands.add(runs.get(i).command(connection, false, done.get(i)));
		}
		connection.dispatch(commands);
	}

	private AsyncCommand<String, String, T> command(StatefulRedisConnection<String, String> connection, boolean asked,
			BiConsumer<? super @Nullable T, ? super @Nullable Throwable> done) {
		AsyncCommand<String, String, T> command = command();
		command.whenComplete((reply, failure) -> {
			if (isUnknown(failure)) {
				sendText(connection, asked, done);
			}
			else {
				done.accept(reply, failure);
			}
		});
		return command;
	}

	private void sendText(StatefulRedisConnection<String, String> connection, boolean asked,
			BiConsumer<? super @Nullable T, ? super @Nullable Throwable> done) {
		try {
			send(connection, asked, done);
		}
		catch (RuntimeException | Error ex) {
			// on the connection's thread, where nobody would hear of it
			done.accept(null, ex);
		}
	}

	/**
	 * What is to be written next, for those who write it together with other commands:
	 * they ask {@link #isUnknown} of its failure.
	 * @return a new command
	 */
	public AsyncCommand<String, String, T> command() {
		return new AsyncCommand<>(
				this.byText ? this.arguments.command(CommandType.EVAL, this.script.withText(), this.output.get())
						: this.arguments.command(CommandType.EVALSHA, this.script.withDigest(), this.output.get()));
	}

	/**
	 * Hears why it has failed.
	 * @param failure the failure, null if it has not
	 * @return whether the server did not know the script: it is to be sent again, by its
	 * text now
	 */
	public boolean isUnknown(@Nullable Throwable failure) {
		boolean unknown = failure instanceof RedisNoScriptException && !this.byText;
		this.byText |= unknown;
		return unknown;
	}

	/**
	 * Says that the next command is about a slot that the server is about to get.
	 * @return a new command
	 */
	public static AsyncCommand<String, String, String> asking() {
		return new AsyncCommand<>(new Command<>(CommandType.ASKING, new StatusOutput<>(StringCodec.UTF8)));
	}

}
