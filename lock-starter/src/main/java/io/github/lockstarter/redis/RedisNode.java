package io.github.lockstarter.redis;

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

	private final @Nullable SupervisedConnection<StatefulRedisConnection<String, String>> waits;

	private final @Nullable Confirmations confirmations;

	private final CompletableFuture<Void> ready = new CompletableFuture<>();

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
		this.waits = (session.settings().minReplicas() > 0)
				? new SupervisedConnection<>(new ConfirmDialect(role), session.scheduler(), session.timeoutMillis())
				: null;
		this.confirmations = (this.waits != null) ? new Confirmations(this.waits, session.settings()) : null;
		this.commands = new SupervisedConnection<>(
				new CommandDialect(redis, this.clock, this.serverClock, role, this.restart), session.scheduler(),
				session.timeoutMillis());
		this.pushes = new SupervisedConnection<>(
				new PushDialect(redis, role, session, () -> this.commands.current() != null, probe),
				session.scheduler(), session.timeoutMillis());
	}

	/**
	 * Connects, and goes on trying until it is stopped.
	 */
	void start() {
		CompletableFuture<Void> first = this.commands.start();
		first.whenComplete((done, failure) -> this.ready.complete(null));
		CompletableFuture<Void> third = (this.waits != null) ? this.waits.start()
				: CompletableFuture.completedFuture(null);
		CompletableFuture.allOf(first, this.pushes.start(), third)
			.whenComplete((done, failure) -> this.tried.complete(null));
	}

	/**
	 * Completes when the connection for commands has been tried once.
	 */
	CompletableFuture<Void> ready() {
		return this.ready;
	}

	/**
	 * Completes when each connection has been tried once.
	 */
	CompletableFuture<Void> tried() {
		return this.tried;
	}

	/**
	 * Ends the supervision; the connections are closed with their client.
	 */
	void stop() {
		if (this.waits != null) {
			this.waits.stop();
		}
		this.pushes.stop();
		this.commands.stop();
	}

	/**
	 * Closes the connections, for the node is none of the cluster any more. Call it on
	 * the scheduler's thread.
	 */
	void leave() {
		if (this.waits != null) {
			this.waits.leave();
		}
		this.pushes.leave();
		this.commands.leave();
		this.ready.complete(null);
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
		return this.confirmations != null;
	}

	/**
	 * Renews a lease, and waits for the replicas.
	 * @param redis the connection on which it was granted: the replicas of that server
	 * @param confirmation the lease
	 * @return it is OWNED only if enough replicas have it; fails with a
	 * {@link StoreException}
	 */
	CompletionStage<StoreReply> confirm(Standing<StatefulRedisConnection<String, String>> redis,
			Confirmation confirmation) {
		Standing<StatefulRedisConnection<String, String>> third = (this.waits != null) ? this.waits.standing() : null;
		if (this.confirmations == null || this.waits == null) {
			throw new IllegalStateException("No replica is waited for");
		}
		if (third != null && !third.server().runId().equals(redis.server().runId())) {
			this.waits.replace(third.connection(), "the master is elsewhere");
			return CompletableFuture.failedStage(new StoreException(StoreException.Outcome.UNKNOWN,
					"no replica can be waited for: the master has changed", null));
		}
		return this.confirmations.confirm(confirmation);
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
		return (standing != null) ? counted(standing, (done) -> command.run(this, standing, false, done)) : notSent();
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
		return counted(standing, (done) -> {
			AsyncCommand<String, String, String> ping = new AsyncCommand<>(
					new Command<>(CommandType.PING, new StatusOutput<>(StringCodec.UTF8)));
			// before it is sent: or the answer may have come, and this be another thread
			ping.thenRun(() -> command.run(this, standing, true, done)).exceptionally((failure) -> {
				done.accept(null, (failure.getCause() != null) ? failure.getCause() : failure);
				return null;
			});
			standing.connection().dispatch(ping);
		});
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
		if (Replies.isReadOnly(cause)) {
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
