package io.github.lockstarter.redis;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BiConsumer;

import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.output.StatusOutput;
import io.lettuce.core.protocol.AsyncCommand;
import io.lettuce.core.protocol.Command;
import io.lettuce.core.protocol.CommandType;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import org.jspecify.annotations.Nullable;

import io.github.lockstarter.redis.SupervisedConnection.Standing;
import io.github.lockstarter.redis.script.LockScript;
import io.github.lockstarter.redis.script.ScriptRunner;
import io.github.lockstarter.store.LockClock;
import io.github.lockstarter.store.ServerClock;
import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.StoreReply;
import io.github.lockstarter.store.StoreState;

/**
 * One Redis master: a connection for commands, one for messages, and its clock.
 */
final class RedisNode {

	private final RedisClients.Handle redis;

	private final LockClock clock;

	private final ServerClock serverClock;

	private final SupervisedConnection<StatefulRedisConnection<String, String>> commands;

	private final SupervisedConnection<StatefulRedisPubSubConnection<String, String>> pushes;

	private final @Nullable PushProbe probe;

	private final RestartDelay restart;

	private final @Nullable ReplicaLink replicas;

	private final EarlyCommands early = new EarlyCommands();

	private final CompletableFuture<Void> tried = new CompletableFuture<>();

	/**
	 * Creates the node, not connected.
	 * @param session what all nodes share
	 * @param redis makes the connections to this one
	 * @param role what it is to its topology
	 * @param probe proves that its messages arrive; null where that goes without saying
	 */
	RedisNode(Session session, RedisClients.Handle redis, NodeRole role, @Nullable PushProbe probe) {
		this.redis = redis;
		this.clock = session.clock();
		this.serverClock = new ServerClock(this.clock.now());
		this.probe = probe;
		this.restart = new RestartDelay(this.clock, session.settings().restartDelay());
		this.commands = new SupervisedConnection<>(
				new CommandDialect(redis, this.clock, this.serverClock, role, this.restart, this::onCommandsChanged),
				session.scheduler(), session.timeoutMillis());
		this.replicas = (session.settings().minReplicas() > 0) ? new ReplicaLink(session, role, this.commands::standing)
				: null;
		this.pushes = new SupervisedConnection<>(
				new PushDialect(redis, role, session, () -> this.commands.current() != null, probe),
				session.scheduler(), session.timeoutMillis());
	}

	/**
	 * Connects, and goes on trying until it is stopped.
	 */
	void start() {
		CompletableFuture<Void> first = this.commands.start();
		first.whenComplete((done, failure) -> this.early.open());
		ReplicaLink link = this.replicas;
		CompletableFuture<Void> third = (link != null) ? first.thenCompose((done) -> link.start())
				: CompletableFuture.completedFuture(null);
		CompletableFuture.allOf(first, this.pushes.start(), third)
			.whenComplete((done, failure) -> this.tried.complete(null));
	}

	private void onCommandsChanged() {
		if (this.replicas != null) {
			this.replicas.follow();
		}
	}

	/**
	 * Runs something when the connection for commands has been tried once, or the node is
	 * stopped: in the order in which it was called.
	 */
	void whenReady(Runnable command) {
		this.early.run(command);
	}

	/**
	 * Completes when each connection has been tried once.
	 */
	CompletableFuture<Void> tried() {
		return this.tried;
	}

	/**
	 * Ends the supervision; the connections are closed with their client. Who waits for
	 * them waits no longer.
	 */
	void stop() {
		if (this.replicas != null) {
			this.replicas.stop();
		}
		this.pushes.stop();
		this.commands.stop();
		this.early.open();
		this.tried.complete(null);
	}

	/**
	 * Closes the connections, for the node is none of the cluster any more. Call it on
	 * the scheduler's thread.
	 */
	void leave() {
		if (this.replicas != null) {
			this.replicas.leave();
		}
		this.pushes.leave();
		this.commands.leave();
		this.early.open();
		this.tried.complete(null);
	}

	/**
	 * Where it is, for people.
	 */
	String address() {
		return this.redis.address();
	}

	/**
	 * Where it is.
	 */
	Address at() {
		return new Address(this.redis.uri().getHost(), this.redis.uri().getPort());
	}

	/**
	 * Whether commands can be sent to it.
	 */
	boolean isReachable() {
		return this.commands.current() != null;
	}

	/**
	 * Whether its messages arrive.
	 */
	boolean isPushAvailable() {
		return this.pushes.current() != null && (this.probe == null || this.probe.isProven());
	}

	/**
	 * Whether its connections stand, and why not.
	 */
	StoreState state() {
		return new StoreState(this.commands.link(), this.pushes.link());
	}

	/**
	 * Replaces the subscription.
	 */
	void resubscribe() {
		StatefulRedisPubSubConnection<String, String> connection = this.pushes.current();
		if (connection != null) {
			this.pushes.replace(connection, "messages seem to be lost");
		}
	}

	/**
	 * Whether a lease counts only when replicas have it.
	 */
	boolean isConfirming() {
		return this.replicas != null;
	}

	/**
	 * The monotonic clock of this JVM.
	 */
	long nanoTime() {
		return this.clock.nanoTime();
	}

	/**
	 * Why the node grants nothing now, or null if it may.
	 */
	@Nullable StoreException refusal() {
		return this.restart.refusal(address());
	}

	/**
	 * The node has said what time it is.
	 */
	void observe(long sentNanos, long serverMillis) {
		this.serverClock.observe(sentNanos, serverMillis);
	}

	/**
	 * The time of the node up to which a command may take effect.
	 * @param notAfter a moment of this JVM
	 * @return milliseconds
	 */
	long cutoff(long notAfter) {
		return this.serverClock.at(notAfter);
	}

	/**
	 * The time of the node, as fine as it is known.
	 * @param nanos a moment of this JVM
	 * @return microseconds
	 */
	long micros(long nanos) {
		return this.serverClock.microsAt(nanos);
	}

	/**
	 * Sends a command, at most once.
	 * @return its reply; fails with a {@link StoreException}
	 */
	<T> CompletionStage<T> send(NodeCommand<T> command) {
		Standing<StatefulRedisConnection<String, String>> standing = this.commands.standing();
		return (standing != null) ? confirmed(command, standing, false,
				counted(standing, (done) -> command.run(this, standing, false, done))) : notSent();
	}

	/**
	 * Sends renewals of one lock each, at most once, and all in one write.
	 * @return their replies; each fails with a {@link StoreException}
	 */
	List<CompletionStage<List<CompletionStage<StoreReply>>>> sendTogether(List<RenewCall> calls) {
		Standing<StatefulRedisConnection<String, String>> standing = this.commands.standing();
		if (standing == null || isConfirming()) {
			return calls.stream().map(this::send).toList();
		}
		List<ScriptRunner.Run<List<CompletionStage<StoreReply>>>> runs = new ArrayList<>(calls.size());
		List<CompletionStage<List<CompletionStage<StoreReply>>>> answers = new ArrayList<>(calls.size());
		for (RenewCall call : calls) {
			answers.add(counted(standing, (done) -> runs.add(call.run(standing.server(), done))));
		}
		try {
			ScriptRunner.runEach(standing.connection(), LockScript.RENEW, runs);
		}
		catch (RuntimeException ex) {
			runs.forEach((run) -> run.done().accept(null, ex));
		}
		return answers;
	}

	/**
	 * Sends a command about a slot that the node is only about to get, at most once.
	 * ASKING counts for the next command on the connection, so nobody's may come between:
	 * both are sent from the connection's own thread, where the answer to a PING is
	 * heard.
	 * @return its reply; fails with a {@link StoreException}
	 */
	<T> CompletionStage<T> sendAsked(NodeCommand<T> command) {
		Standing<StatefulRedisConnection<String, String>> standing = this.commands.standing();
		if (standing == null) {
			return notSent();
		}
		return confirmed(command, standing, true, counted(standing, (done) -> {
			AsyncCommand<String, String, String> ping = new AsyncCommand<>(
					new Command<>(CommandType.PING, new StatusOutput<>(StringCodec.UTF8)));
			// before it is sent: or the answer may have come, and this be another thread
			ping.thenRun(() -> command.run(this, standing, true, done)).exceptionally((failure) -> {
				done.accept(null, (failure.getCause() != null) ? failure.getCause() : failure);
				return null;
			});
			standing.connection().dispatch(ping);
		}));
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
			try {
				Confirmation wanted = (failure != null) ? null : command.confirmation(this, standing, asked, reply);
				if (wanted == null) {
					pass(confirmed, reply, failure);
					return;
				}
				link.confirm(standing, wanted)
					.thenApply((said) -> command.confirmed(reply, said))
					.whenComplete((both, trouble) -> complete(standing.connection(), confirmed, both,
							(trouble != null) ? StoreException.of(trouble) : null));
			}
			catch (RuntimeException ex) {
				confirmed.completeExceptionally(Replies.failure(ex));
			}
		});
		return confirmed;
	}

	private static <T> void pass(CompletableFuture<T> to, T reply, @Nullable Throwable failure) {
		if (failure != null) {
			to.completeExceptionally(failure);
		}
		else {
			to.complete(reply);
		}
	}

	private <T> CompletionStage<T> notSent() {
		return CompletableFuture.failedStage(new StoreException(StoreException.Outcome.NOT_SENT,
				"no connection to " + address() + ": " + this.commands.trouble(), null));
	}

	private <T> CompletableFuture<T> counted(Standing<StatefulRedisConnection<String, String>> standing,
			Sending<T> sending) {
		this.commands.sent();
		CompletableFuture<T> answer = new CompletableFuture<>();
		try {
			sending.run((reply, failure) -> {
				this.commands.answered();
				complete(standing.connection(), answer, reply, failure);
			});
		}
		catch (RuntimeException ex) {
			this.commands.answered();
			answer.completeExceptionally(Replies.failure(ex));
		}
		return answer;
	}

	private <T> void complete(StatefulRedisConnection<String, String> connection, CompletableFuture<T> answer,
			@Nullable T reply, @Nullable Throwable failure) {
		if (failure == null && reply != null) {
			answer.complete(reply);
			return;
		}
		Throwable cause = (failure != null) ? failure : new IllegalStateException("Redis sent an empty reply");
		if (Replies
			.isReadOnly((cause instanceof StoreException && cause.getCause() != null) ? cause.getCause() : cause)) {
			this.commands.replace(connection, "the server has become a replica");
		}
		answer.completeExceptionally(Replies.failure(cause));
	}

	/**
	 * Sends something, and says what became of it.
	 *
	 * @param <T> the type of the reply
	 */
	@FunctionalInterface
	private interface Sending<T> {

		void run(BiConsumer<@Nullable T, @Nullable Throwable> done);

	}

}
