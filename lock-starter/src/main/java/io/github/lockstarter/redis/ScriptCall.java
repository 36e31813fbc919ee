package io.github.lockstarter.redis;

import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Supplier;

import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.async.RedisAsyncCommands;
import io.lettuce.core.output.CommandOutput;
import org.jspecify.annotations.Nullable;

import io.github.lockstarter.redis.SupervisedConnection.Standing;
import io.github.lockstarter.redis.script.LockScript;
import io.github.lockstarter.redis.script.ScriptRunner;
import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.StoreReply;

/**
 * A script on one lock.
 *
 * @param script the script
 * @param key the lock
 * @param arguments what it is given
 */
record ScriptCall(LockScript script, String key, Arguments arguments) implements NodeCommand<StoreReply> {

	@Override
	public void run(RedisNode node, Standing<StatefulRedisConnection<String, String>> redis, boolean asked,
			BiConsumer<@Nullable StoreReply, @Nullable Throwable> done) {
		StoreException refusal = (this.script == LockScript.ACQUIRE) ? node.refusal() : null;
		if (refusal != null) {
			done.accept(null, refusal);
			return;
		}
		RedisAsyncCommands<String, String> commands = redis.connection().async();
		Supplier<CommandOutput<String, String, StoreReply>> output = () -> new ReplyOutput(redis.server().runId());
		String[] given = this.arguments.on(node, redis.server());
		long sent = node.nanoTime();
		BiConsumer<@Nullable StoreReply, @Nullable Throwable> answered = (reply, failure) -> {
			if (reply != null) {
				node.observe(sent, reply.serverNow());
			}
			done.accept(reply, failure);
		};
		if (asked) {
			ScriptRunner.runAsked(commands, this.script, this.key, output, answered, List.of(given));
		}
		else {
			ScriptRunner.run(commands, this.script, this.key, output, answered, given);
		}
	}

	@Override
	public @Nullable Confirmation confirmation(RedisNode node, Standing<StatefulRedisConnection<String, String>> redis,
			boolean asked, StoreReply reply) {
		if (reply.status() != StoreReply.Status.OWNED) {
			return null;
		}
		String[] given = this.arguments.on(node, redis.server());
		String owner = (this.script == LockScript.YIELD) ? given[7] : given[0];
		return new Confirmation(this.key, Long.parseLong(given[1]), List.of(owner, given[1], given[2]), asked);
	}

	/**
	 * The lock is the caller's when replicas have it. If not, the caller hears that it is
	 * not known: it asks again under the same id, or gives it back when its wait is over.
	 * It is not given back here: a release that is late would free what was asked for
	 * again and confirmed.
	 */
	@Override
	public StoreReply confirmed(StoreReply reply, StoreReply said) {
		if (said.status() != StoreReply.Status.OWNED) {
			throw new StoreException(StoreException.Outcome.UNKNOWN, "the lock was lost while replicas were waited for",
					null);
		}
		return reply;
	}

	/**
	 * The arguments of a script: its cutoff is by the clock of the node, and its messages
	 * go to the channels there.
	 */
	@FunctionalInterface
	interface Arguments {

		String[] on(RedisNode node, Server server);

	}

}
