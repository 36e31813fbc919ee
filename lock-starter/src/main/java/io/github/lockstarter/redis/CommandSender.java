package io.github.lockstarter.redis;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.output.StatusOutput;
import io.lettuce.core.protocol.AsyncCommand;
import io.lettuce.core.protocol.Command;
import io.lettuce.core.protocol.CommandType;
import org.jspecify.annotations.Nullable;

import io.github.lockstarter.redis.SupervisedConnection.Standing;
import io.github.lockstarter.redis.script.LockScript;
import io.github.lockstarter.redis.script.ScriptRunner;
import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.StoreReply;

/**
 * Sends commands to one node, each at most once. Where replicas have to confirm, a reply
 * counts when they have.
 */
final class CommandSender {

	private final RedisNode node;

	private final SupervisedConnection<StatefulRedisConnection<String, String>> commands;

	private final @Nullable ReplicaLink replicas;

	/**
	 * Creates the sender of a node.
	 * @param node the node
	 * @param commands its connection for commands
	 * @param replicas where its replicas are waited for; null if they are not
	 */
	CommandSender(RedisNode node, SupervisedConnection<StatefulRedisConnection<String, String>> commands,
			@Nullable ReplicaLink replicas) {
		this.node = node;
		this.commands = commands;
		this.replicas = replicas;
	}

	/**
	 * Sends a command.
	 * @return its reply; fails with a {@link StoreException}
	 */
	<T> CompletionStage<T> send(NodeCommand<T> command) {
		Standing<StatefulRedisConnection<String, String>> standing = this.commands.standing();
		if (standing == null) {
			return notSent();
		}
		SentCommand<T> sent = new SentCommand<>(this.commands, standing.connection());
		try {
			command.run(this.node, standing, false, sent);
		}
		catch (RuntimeException | Error ex) {
			// else it counts as never answered, and the connection as one that swallows
			sent.accept(null, ex);
		}
		return confirmed(command, standing, false, sent.answer());
	}

	/**
	 * Sends renewals of one lock each, one behind the other, and flushes once.
	 * @return their replies; each fails with a {@link StoreException}
	 */
	List<CompletionStage<List<CompletionStage<StoreReply>>>> sendTogether(List<RenewCall> calls) {
		Standing<StatefulRedisConnection<String, String>> standing = this.commands.standing();
		if (standing == null) {
			return calls.stream().map((call) -> this.<List<CompletionStage<StoreReply>>>notSent()).toList();
		}
		ReplicaLink link = this.replicas;
		if (link != null) {
			return confirmedTogether(link, standing, calls);
		}
		List<ScriptRunner.Run<List<CompletionStage<StoreReply>>>> runs = new ArrayList<>(calls.size());
		List<CompletionStage<List<CompletionStage<StoreReply>>>> answers = new ArrayList<>(calls.size());
		for (RenewCall call : calls) {
			SentCommand<List<CompletionStage<StoreReply>>> sent = new SentCommand<>(this.commands,
					standing.connection());
			answers.add(sent.answer());
			runs.add(call.run(standing.server(), sent));
		}
		try {
			ScriptRunner.runEach(standing.connection(), LockScript.RENEW, runs);
		}
		catch (RuntimeException | Error ex) {
			runs.forEach((run) -> run.done().accept(null, ex));
		}
		return answers;
	}

	/**
	 * What is confirmed is renewed for that, and nothing else need be sent.
	 */
	private List<CompletionStage<List<CompletionStage<StoreReply>>>> confirmedTogether(ReplicaLink link,
			Standing<StatefulRedisConnection<String, String>> standing, List<RenewCall> calls) {
		List<Confirmation> wanted = calls.stream().map((call) -> call.confirmation(false)).toList();
		List<CompletionStage<List<CompletionStage<StoreReply>>>> answers = new ArrayList<>(calls.size());
		for (int i = 0; i < calls.size(); i++) {
			CompletableFuture<List<CompletionStage<StoreReply>>> confirmed = new CompletableFuture<>();
			finish(calls.get(i), standing, List.of(), wanted.get(i), confirmed);
			answers.add(confirmed);
		}
		link.confirm(standing, wanted);
		return answers;
	}

	/**
	 * Sends a command about a slot that the node is only about to get. ASKING counts for
	 * the next command on the connection, so nobody's may come between: both are sent
	 * from the connection's own thread, where the answer to a PING is heard.
	 * @return its reply; fails with a {@link StoreException}
	 */
	<T> CompletionStage<T> sendAsked(NodeCommand<T> command) {
		Standing<StatefulRedisConnection<String, String>> standing = this.commands.standing();
		if (standing == null) {
			return notSent();
		}
		SentCommand<T> sent = new SentCommand<>(this.commands, standing.connection());
		AsyncCommand<String, String, String> ping = new AsyncCommand<>(
				new Command<>(CommandType.PING, new StatusOutput<>(StringCodec.UTF8)));
		// before it is sent: or the answer may have come, and this be another thread
		ping.thenRun(() -> command.run(this.node, standing, true, sent)).exceptionally((failure) -> {
			sent.accept(null, (failure.getCause() != null) ? failure.getCause() : failure);
			return null;
		});
		try {
			standing.connection().dispatch(ping);
		}
		catch (RuntimeException | Error ex) {
			// else it counts as never answered, and the connection as one that swallows
			sent.accept(null, ex);
		}
		return confirmed(command, standing, true, sent.answer());
	}

	/**
	 * Waits for the replicas where they have to have what a command has done. The
	 * connection for commands has answered by then: it is not to blame for theirs.
	 */
	private <T> CompletionStage<T> confirmed(NodeCommand<T> command,
			Standing<StatefulRedisConnection<String, String>> standing, boolean asked, CompletableFuture<T> answer) {
		ReplicaLink link = this.replicas;
		if (link == null) {
			return answer;
		}
		CompletableFuture<T> confirmed = new CompletableFuture<>();
		answer.whenComplete((reply, failure) -> {
			if (failure != null) {
				confirmed.completeExceptionally(failure);
				return;
			}
			try {
				Confirmation wanted = command.confirmation(this.node, standing, asked, reply);
				if (wanted == null) {
					confirmed.complete(reply);
					return;
				}
				finish(command, standing, reply, wanted, confirmed);
				link.confirm(standing, List.of(wanted));
			}
			catch (RuntimeException | Error ex) {
				confirmed.completeExceptionally(Replies.failure(ex));
			}
		});
		return confirmed;
	}

	private <T> void finish(NodeCommand<T> command, Standing<StatefulRedisConnection<String, String>> standing, T reply,
			Confirmation wanted, CompletableFuture<T> confirmed) {
		wanted.answer().thenApply((said) -> command.confirmed(reply, said)).whenComplete((both, trouble) -> {
			if (trouble == null) {
				confirmed.complete(both);
				return;
			}
			StoreException failure = StoreException.of(trouble);
			if (failure.getCause() != null && Replies.isReadOnly(failure.getCause())) {
				this.commands.replace(standing.connection(), Replies.NO_MASTER);
			}
			confirmed.completeExceptionally(failure);
		});
	}

	private <T> CompletionStage<T> notSent() {
		return CompletableFuture.failedStage(new StoreException(StoreException.Outcome.NOT_SENT,
				"no connection to " + this.node.address() + ": " + this.commands.trouble(), null));
	}

}
