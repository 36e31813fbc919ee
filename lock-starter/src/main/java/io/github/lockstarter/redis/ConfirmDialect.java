package io.github.lockstarter.redis;

import java.util.concurrent.CompletionStage;

import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.codec.StringCodec;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/**
 * The connection on which replicas are waited for: WAIT stops everything behind it.
 */
final class ConfirmDialect implements SupervisedConnection.Dialect<StatefulRedisConnection<String, String>> {

	// Looks, two per command timeout, between two PINGs.
	private static final int PING_EVERY = 10;

	private static final Log logger = LogFactory.getLog(LettuceLockStore.class);

	private final NodeRole role;

	private int looks;

	ConfirmDialect(NodeRole role) {
		this.role = role;
	}

	@Override
	public CompletionStage<StatefulRedisConnection<String, String>> connect() {
		RedisClients.Handle target = this.role.target();
		return target.client().connectAsync(StringCodec.UTF8, target.uri());
	}

	@Override
	public CompletionStage<Server> prepare(StatefulRedisConnection<String, String> connection) {
		return this.role.identify(connection.async());
	}

	@Override
	public void connected(StatefulRedisConnection<String, String> connection) {
	}

	@Override
	public void disconnected(String reason) {
		logger.debug("No replica can be waited for: " + reason);
	}

	@Override
	public @Nullable CompletionStage<?> look(StatefulRedisConnection<String, String> connection) {
		return (++this.looks % PING_EVERY == 0) ? connection.async().ping() : null;
	}

}
