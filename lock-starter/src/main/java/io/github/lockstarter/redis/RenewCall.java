package io.github.lockstarter.redis;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.Supplier;

import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.async.RedisAsyncCommands;
import io.lettuce.core.output.CommandOutput;
import org.jspecify.annotations.Nullable;

import io.github.lockstarter.redis.SupervisedConnection.Standing;
import io.github.lockstarter.redis.script.LockScript;
import io.github.lockstarter.redis.script.ScriptRunner;
import io.github.lockstarter.store.Renewal;
import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.StoreReply;

/**
 * The renewal of many locks of one node in one script; of one only where a node is asked
 * about a slot that it is about to get.
 *
 * @param keys the locks
 * @param arguments what the script is given
 */
record RenewCall(List<String> keys, List<String> arguments) implements NodeCommand<List<CompletionStage<StoreReply>>> {

	/**
	 * Renews many locks.
	 * @param longest how many one command may renew
	 * @param send sends one command
	 * @return the answers, in the same order
	 */
	static List<CompletionStage<StoreReply>> inBatches(List<Renewal> renewals, int longest, LockKeys spelling,
			String retention, Function<RenewCall, CompletionStage<List<CompletionStage<StoreReply>>>> send) {
		List<CompletionStage<StoreReply>> answers = new ArrayList<>(renewals.size());
		for (int from = 0; from < renewals.size(); from += longest) {
			RenewCall some = of(renewals.subList(from, Math.min(from + longest, renewals.size())), spelling, retention);
			CompletionStage<List<CompletionStage<StoreReply>>> answer = send.apply(some);
			for (int i = 0; i < some.keys().size(); i++) {
				int index = i;
				answers.add(answer.thenCompose((each) -> each.get(index)));
			}
		}
		return answers;
	}

	private static RenewCall of(List<Renewal> renewals, LockKeys spelling, String retention) {
		List<String> keys = new ArrayList<>(renewals.size());
		List<String> arguments = new ArrayList<>(2 * renewals.size() + 1);
		for (Renewal renewal : renewals) {
			keys.add(spelling.key(renewal.name()));
			arguments.add(renewal.id());
			arguments.add(Long.toString(renewal.leaseMillis()));
		}
		arguments.add(2, retention);
		return new RenewCall(keys, arguments);
	}

	@Override
	public void run(RedisNode node, Standing<StatefulRedisConnection<String, String>> redis, boolean asked,
			BiConsumer<@Nullable List<CompletionStage<StoreReply>>, @Nullable Throwable> done) {
		if (node.isConfirming()) {
			node.confirm(redis, new Confirmation(this.keys.get(0), this.arguments, asked))
				.whenComplete((reply, failure) -> done.accept(
						(reply != null) ? List.of(CompletableFuture.completedStage(reply)) : null,
						(failure != null) ? StoreException.of(failure) : null));
			return;
		}
		RedisAsyncCommands<String, String> commands = redis.connection().async();
		Supplier<CommandOutput<String, String, List<CompletionStage<StoreReply>>>> output = () -> new RenewalOutput(
				redis.server().runId());
		if (asked) {
			ScriptRunner.runAsked(commands, LockScript.RENEW, this.keys.get(0), output, done, this.arguments);
		}
		else {
			ScriptRunner.run(commands, LockScript.RENEW, this.keys, output, done, this.arguments);
		}
	}

}
