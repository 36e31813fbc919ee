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
		Sent<T> sent = new Sent<>(this.commands, standing.connection());
		try {
			command.run(this.node, standing, false, sent);
		}
		catch (RuntimeException | Error ex) {
			// else it counts as never answered, and the connection as one that swallows
			sent.accept(null, ex);
		}
		return confirmed(command, standing, false, sent);
	}

	/**
	 * Sends renewals of one lock each, one behind the other, and flushes once.
	 * @return their replies; each fails with a {@link StoreException}
	 */
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

	/**
	 * What is confirmed is renewed for that, and nothing else need be sent.
	 */
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
		Sent<T> sent = new Sent<>(this.commands, standing.connection());
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
		return confirmed(command, standing, true, sent);
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
	 * The answer to one command on its way on a connection; fails with a
	 * {@link StoreException}. Its first reply, or failure, counts and no other: a client
	 * that throws while it writes several commands may have failed some of them by then,
	 * and an answer that is counted twice would hide a later command that is never
	 * answered.
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

		/**
		 * Counts a command that is about to be sent.
		 * @param supervision counts commands and answers
		 * @param connection where it is sent
		 */
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
