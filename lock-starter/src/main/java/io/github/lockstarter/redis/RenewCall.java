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
import io.github.lockstarter.store.StoreReply;

/**
 * The renewal of many locks of one node for the same time, in one script; of one only
 * where a node is asked about a slot that it is about to get.
 *
 * @param keys the locks
 * @param leaseMillis the length of the leases from now
 * @param arguments what the script is given
 */
record RenewCall(List<String> keys, long leaseMillis,
		List<String> arguments) implements NodeCommand<List<CompletionStage<StoreReply>>> {

	private static final String NOT_TOLD = "";

	/**
	 * Renews many locks.
	 * @param longest how many one command may renew
	 * @param send sends the commands, and has an answer for each
	 * @return the answers, in the same order
	 */
	static List<CompletionStage<StoreReply>> inBatches(List<Renewal> renewals, int longest, LockKeys spelling,
			String retention,
			Function<List<RenewCall>, List<CompletionStage<List<CompletionStage<StoreReply>>>>> send) {
		List<RenewCall> calls = new ArrayList<>();
		for (int from = 0; from < renewals.size();) {
			int to = endOfBatch(renewals, from, longest);
			calls.add(of(renewals.subList(from, to), spelling, retention));
			from = to;
		}
		List<CompletionStage<List<CompletionStage<StoreReply>>>> sent = send.apply(calls);
		List<CompletionStage<StoreReply>> answers = new ArrayList<>(renewals.size());
		for (int call = 0; call < calls.size(); call++) {
			for (int i = 0; i < calls.get(call).keys().size(); i++) {
				int index = i;
				answers.add(sent.get(call).thenCompose((each) -> each.get(index)));
			}
		}
		return answers;
	}

	private static int endOfBatch(List<Renewal> renewals, int from, int longest) {
		int most = Math.min(from + longest, renewals.size());
		int to = from + 1;
		while (to < most && renewals.get(to).leaseMillis() == renewals.get(from).leaseMillis()) {
			to++;
		}
		return to;
	}

	private static RenewCall of(List<Renewal> renewals, LockKeys spelling, String retention) {
		long leaseMillis = renewals.get(0).leaseMillis();
		List<String> keys = new ArrayList<>(renewals.size());
		List<String> arguments = new ArrayList<>(2 * renewals.size() + 3);
		for (Renewal renewal : renewals) {
			keys.add(spelling.key(renewal.name()));
			arguments.add(renewal.id());
		}
		arguments.addAll(1, List.of(Long.toString(leaseMillis), retention));
		renewals.stream().mapToLong(Renewal::toldEnd).filter((end) -> end > 0).min().ifPresent((earliest) -> {
			arguments.add(Long.toString(earliest));
			if (renewals.stream().anyMatch((renewal) -> renewal.toldEnd() != earliest)) {
				renewals.forEach((renewal) -> arguments.add(later(renewal, earliest)));
			}
		});
		return new RenewCall(keys, leaseMillis, arguments);
	}

	private static String later(Renewal renewal, long earliest) {
		return (renewal.toldEnd() > 0) ? Long.toString(renewal.toldEnd() - earliest) : NOT_TOLD;
	}

	@Override
	public void run(RedisNode node, Standing<StatefulRedisConnection<String, String>> redis, boolean asked,
			BiConsumer<@Nullable List<CompletionStage<StoreReply>>, @Nullable Throwable> done) {
		if (node.isConfirming()) {
			// what is confirmed is renewed for that
			done.accept(List.of(), null);
			return;
		}
		RedisAsyncCommands<String, String> commands = redis.connection().async();
		Supplier<CommandOutput<String, String, List<CompletionStage<StoreReply>>>> output = () -> output(
				redis.server());
		if (asked) {
			ScriptRunner.runAsked(commands, LockScript.RENEW, this.keys.get(0), output, done, this.arguments);
		}
		else {
			ScriptRunner.run(commands, LockScript.RENEW, this.keys, output, done, this.arguments);
		}
	}

	/**
	 * The renewal of one lock, to be written together with others.
	 */
	ScriptRunner.Run<List<CompletionStage<StoreReply>>> run(Server server,
			BiConsumer<@Nullable List<CompletionStage<StoreReply>>, @Nullable Throwable> done) {
		return new ScriptRunner.Run<>(this.keys.get(0), this.arguments, () -> output(server), done);
	}

	private RenewalOutput output(Server server) {
		return new RenewalOutput(server.runId(), this.keys.size(), this.leaseMillis);
	}

	@Override
	public @Nullable Confirmation confirmation(RedisNode node, Standing<StatefulRedisConnection<String, String>> redis,
			boolean asked, List<CompletionStage<StoreReply>> reply) {
		return confirmation(asked);
	}

	/**
	 * What replicas are to confirm of the renewal of one lock.
	 * @param asked whether ASKING goes before it
	 */
	Confirmation confirmation(boolean asked) {
		return new Confirmation(this.keys.get(0), this.leaseMillis, this.arguments, asked);
	}

	@Override
	public List<CompletionStage<StoreReply>> confirmed(List<CompletionStage<StoreReply>> reply, StoreReply said) {
		return List.of(CompletableFuture.completedStage(said));
	}

}
