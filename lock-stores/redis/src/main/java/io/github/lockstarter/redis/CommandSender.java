package io.github.lockstarter.redis;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.function.BiConsumer;

import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.output.StatusOutput;
import io.lettuce.core.protocol.AsyncCommand;
import io.lettuce.core.protocol.Command;
import io.lettuce.core.protocol.CommandType;
import org.jspecify.annotations.Nullable;

import io.github.lockstarter.redis.ReplicaLink.Confirmation;
import io.github.lockstarter.redis.SupervisedConnection.Standing;
import io.github.lockstarter.redis.script.LockScript;
import io.github.lockstarter.redis.script.ScriptRun;
import io.github.lockstarter.store.StoreException;

/**
 * Sends commands to one node, each at most once; where replicas have to confirm, a reply
 * counts after that.
 */
final class CommandSender {

	private final RedisNode node;

	private final SupervisedConnection<StatefulRedisConnection<String, String>> commands;

	private final @Nullable ReplicaLink replicas;

	CommandSender(RedisNode node, SupervisedConnection<StatefulRedisConnection<String, String>> commands,
			@Nullable ReplicaLink replicas) {
		this.node = node;
		this.commands = commands;
		this.replicas = replicas;
	}

	<T> CompletionStage<T> send(NodeCommand<T> command) {
		Standing<StatefulRedisConnection<String, String>> standing = this.commands.standing();
		if (standing == null) {
			return notSent();
		}
		Sent<T> sent = new Sent<>(this.commands, standing.connection());
		try {
			command.run(this.node, standing, false, sent);
		}
		catch (RuntimeException | Error ex) {
			// Otherwise it would count as unanswered, and the connection as one that
			// swallows commands.
			sent.accept(null, ex);
		}
		return confirmed(command, standing, false, sent);
	}

	List<CompletionStage<RenewCall.Reply>> sendTogether(List<RenewCall> calls) {
		Standing<StatefulRedisConnection<String, String>> standing = this.commands.standing();
		if (standing == null) {
			return calls.stream().map((call) -> this.<RenewCall.Reply>notSent()).toList();
		}
		ReplicaLink link = this.replicas;
		if (link != null) {
			return confirmedTogether(link, standing, calls);
		}
		List<Sent<RenewCall.Reply>> sent = new ArrayList<>(calls.size());
		calls.forEach((call) -> sent.add(new Sent<>(this.commands, standing.connection())));
		try {
			List<ScriptRun<RenewCall.Reply>> runs = new ArrayList<>(calls.size());
			for (int i = 0; i < calls.size(); i++) {
				runs.add(ScriptRun.on(standing.connection(), LockScript.RENEW, calls.get(i).exchange(standing.server()),
						sent.get(i)));
			}
			standing.connection().dispatch(runs);
		}
		catch (RuntimeException | Error ex) {
			sent.forEach((each) -> each.accept(null, ex));
		}
		return List.copyOf(sent);
	}

	// The confirmation renews, so nothing else is sent.
	private List<CompletionStage<RenewCall.Reply>> confirmedTogether(ReplicaLink link,
			Standing<StatefulRedisConnection<String, String>> standing, List<RenewCall> calls) {
		List<Confirmation> wanted = calls.stream().map((call) -> call.confirmation(false)).toList();
		List<CompletionStage<RenewCall.Reply>> answers = new ArrayList<>(calls.size());
		for (int i = 0; i < calls.size(); i++) {
			CompletableFuture<RenewCall.Reply> confirmed = new CompletableFuture<>();
			finish(calls.get(i), standing, new RenewCall.Reply(0), wanted.get(i), confirmed);
			answers.add(confirmed);
		}
		link.confirm(standing, wanted);
		return answers;
	}

	// ASKING counts for the next command of the connection, so no other may come between:
	// both are sent from the connection's own thread, on which the reply to a PING
	// arrives.
	<T> CompletionStage<T> sendAsked(NodeCommand<T> command) {
		Standing<StatefulRedisConnection<String, String>> standing = this.commands.standing();
		if (standing == null) {
			return notSent();
		}
		Sent<T> sent = new Sent<>(this.commands, standing.connection());
		AsyncCommand<String, String, String> ping = new AsyncCommand<>(
				new Command<>(CommandType.PING, new StatusOutput<>(StringCodec.UTF8)));
		// Before it is sent: otherwise the reply may have come, and this be another
		// thread.
		ping.thenRun(() -> command.run(this.node, standing, true, sent)).exceptionally((failure) -> {
			sent.accept(null, (failure.getCause() != null) ? failure.getCause() : failure);
			return null;
		});
		try {
			standing.connection().dispatch(ping);
		}
		catch (RuntimeException | Error ex) {
			sent.accept(null, ex);
		}
		return confirmed(command, standing, true, sent);
	}

	// The connection for commands has answered by then: it is not blamed for the
	// replicas.
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
				Confirmation wanted = command.confirmation(asked, reply);
				if (wanted == null) {
					confirmed.complete(reply);
					return;
				}
				finish(command, standing, reply, wanted, confirmed);
				link.confirm(standing, List.of(wanted));
			}
			catch (RuntimeException | Error ex) {
				confirmed.completeExceptionally(RedisErrors.failure(ex));
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
			if (failure.getCause() != null && RedisErrors.isReadOnly(failure.getCause())) {
				this.commands.replace(standing.connection(), RedisErrors.NO_MASTER);
			}
			confirmed.completeExceptionally(failure);
		});
	}

	private <T> CompletionStage<T> notSent() {
		return CompletableFuture.failedStage(this.commands.notSent(this.node.address()));
	}

	/**
	 * The reply to one command on a connection; only the first completion counts: a
	 * client that throws while it writes several commands may have failed some already,
	 * and a reply that is counted twice would hide a later command without one.
	 *
	 * @param <T> the type of the reply
	 */
	static final class Sent<T> extends CompletableFuture<T> implements BiConsumer<@Nullable T, @Nullable Throwable> {

		@SuppressWarnings("rawtypes")
		private static final AtomicIntegerFieldUpdater<Sent> ANSWERED = AtomicIntegerFieldUpdater.newUpdater(Sent.class,
				"answered");

		private final SupervisedConnection<StatefulRedisConnection<String, String>> supervision;

		private final StatefulRedisConnection<String, String> connection;

		private volatile int answered;

		Sent(SupervisedConnection<StatefulRedisConnection<String, String>> supervision,
				StatefulRedisConnection<String, String> connection) {
			this.supervision = supervision;
			this.connection = connection;
			supervision.sent();
		}

		@Override
		public void accept(@Nullable T reply, @Nullable Throwable failure) {
			if (!ANSWERED.compareAndSet(this, 0, 1)) {
				return;
			}
			this.supervision.answered();
			if (failure == null && reply != null) {
				complete(reply);
				return;
			}
			Throwable cause = (failure != null) ? failure : new IllegalStateException("Redis sent an empty reply");
			if (RedisErrors.isReadOnly(cause)) {
				this.supervision.replace(this.connection, RedisErrors.NO_MASTER);
			}
			completeExceptionally(RedisErrors.failure(cause));
		}

	}

}
