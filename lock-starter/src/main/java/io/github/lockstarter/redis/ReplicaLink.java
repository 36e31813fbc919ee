package io.github.lockstarter.redis;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

import io.lettuce.core.api.StatefulRedisConnection;
import org.jspecify.annotations.Nullable;

import io.github.lockstarter.redis.SupervisedConnection.Standing;
import io.github.lockstarter.store.StoreException;

/**
 * The third connection of a node, on which replicas are waited for. It follows the one
 * for commands: it is made when that one stands, and again when that one has been
 * replaced. So both lead to the same server, also where no server says which one it is.
 */
final class ReplicaLink {

	private final Supplier<@Nullable Standing<StatefulRedisConnection<String, String>>> commands;

	private final SupervisedConnection<StatefulRedisConnection<String, String>> connection;

	private final Confirmations confirmations;

	/**
	 * Creates the link, not connected.
	 * @param session what all nodes share
	 * @param role what the node is to its topology
	 * @param commands the connection for commands, if it stands
	 */
	ReplicaLink(Session session, NodeRole role,
			Supplier<@Nullable Standing<StatefulRedisConnection<String, String>>> commands) {
		this.commands = commands;
		this.connection = new SupervisedConnection<>(new ConfirmDialect(role, commands), session.supervision());
		this.confirmations = new Confirmations(this.connection, session.settings());
	}

	/**
	 * Connects, and goes on trying until it is stopped.
	 * @return completes when the first attempt has succeeded or failed
	 */
	CompletableFuture<Void> start() {
		return this.connection.start();
	}

	void stop() {
		this.connection.stop();
	}

	/**
	 * Closes the connection. Call it on the scheduler's thread.
	 */
	void leave() {
		this.connection.leave();
	}

	/**
	 * The connection for commands stands, or has been lost. Call it on the scheduler's
	 * thread.
	 */
	void follow() {
		if (this.commands.get() != null || this.connection.current() != null) {
			this.connection.connectAnew("the connection for commands has been replaced");
		}
	}

	/**
	 * Renews leases, and waits for the replicas. Each confirmation gets its answer: it is
	 * OWNED only if enough replicas have the lease; or a {@link StoreException}.
	 * @param redis the connection on which they were granted: the replicas of that server
	 * @param wanted the leases
	 */
	void confirm(Standing<StatefulRedisConnection<String, String>> redis, List<Confirmation> wanted) {
		Standing<StatefulRedisConnection<String, String>> third = this.connection.standing();
		if (third != null && !third.server().runId().equals(redis.server().runId())) {
			StoreException trouble = new StoreException(StoreException.Outcome.UNKNOWN,
					"no replica can be waited for: the master has changed", null);
			wanted.forEach((each) -> each.fail(trouble));
			return;
		}
		this.confirmations.confirm(wanted);
	}

}
