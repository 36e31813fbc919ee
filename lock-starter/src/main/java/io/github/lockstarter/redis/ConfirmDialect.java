package io.github.lockstarter.redis;

import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.codec.StringCodec;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import io.github.lockstarter.redis.SupervisedConnection.Standing;

/**
 * The connection on which replicas are waited for: WAIT stops everything behind it.
 */
final class ConfirmDialect implements ConnectionDialect<StatefulRedisConnection<String, String>> {

	private static final Log logger = LogFactory.getLog(LettuceLockStore.class);

	private final NodeRole role;

	private final Supplier<@Nullable Standing<StatefulRedisConnection<String, String>>> commands;

	private @Nullable Standing<StatefulRedisConnection<String, String>> partner;

	/**
	 * Creates the dialect.
	 * @param role what the node is to its topology
	 * @param commands the connection for commands, if it stands: this one has to lead to
	 * the same server
	 */
	ConfirmDialect(NodeRole role, Supplier<@Nullable Standing<StatefulRedisConnection<String, String>>> commands) {
		this.role = role;
		this.commands = commands;
	}

	@Override
	public String purpose() {
		return "replicas";
	}

	@Override
	public CompletionStage<StatefulRedisConnection<String, String>> connect(boolean patient) {
		this.partner = this.commands.get();
		if (this.partner == null) {
			throw new IllegalStateException("the connection for commands does not stand");
		}
		return this.role.find().thenCompose((target) -> target.client().connectAsync(StringCodec.UTF8, target.uri()));
	}

	@Override
	public CompletionStage<Server> prepare(StatefulRedisConnection<String, String> connection) {
		return this.role.identify(connection.async()).thenApply((server) -> {
			Standing<StatefulRedisConnection<String, String>> other = this.partner;
			if (other == null || !other.server().runId().equals(server.runId())) {
				throw new IllegalStateException("it leads to another server than the connection for commands");
			}
			return server;
		});
	}

	@Override
	public void connected(StatefulRedisConnection<String, String> connection) {
		if (this.commands.get() != this.partner) {
			connection.closeAsync();
		}
	}

	@Override
	public void disconnected(String reason) {
		logger.debug("No replica can be waited for: " + reason);
	}

}
