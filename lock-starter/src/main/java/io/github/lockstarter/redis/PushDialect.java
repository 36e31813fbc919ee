package io.github.lockstarter.redis;

import java.util.concurrent.CompletionStage;

import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.pubsub.RedisPubSubAdapter;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import io.github.lockstarter.core.LockStore;
import io.github.lockstarter.text.LoggedText;

/**
 * The connection for messages: one channel for this instance, whatever the number of
 * locks. A PING now and then notices a connection that only looks open.
 */
final class PushDialect implements SupervisedConnection.Dialect<StatefulRedisPubSubConnection<String, String>> {

	// Looks, two per command timeout, between two PINGs.
	private static final int PING_EVERY = 10;

	private static final Log logger = LogFactory.getLog(LettuceLockStore.class);

	private final RedisClients.Handle redis;

	private final String channel;

	private final LockStore.Listener listener;

	private int looks;

	PushDialect(RedisClients.Handle redis, String channel, LockStore.Listener listener) {
		this.redis = redis;
		this.channel = channel;
		this.listener = listener;
	}

	@Override
	public CompletionStage<StatefulRedisPubSubConnection<String, String>> connect() {
		return this.redis.client().connectPubSubAsync(StringCodec.UTF8, this.redis.uri());
	}

	@Override
	public CompletionStage<String> prepare(StatefulRedisPubSubConnection<String, String> connection) {
		// asked first: a connection that has subscribed takes no other questions
		CompletionStage<String> server = ServerIdentity.of(connection.async());
		connection.addListener(new RedisPubSubAdapter<>() {

			@Override
			public void message(String from, String message) {
				// answered before the subscription, on this thread
				onMessage(message, server.toCompletableFuture().getNow(""));
			}

		});
		return connection.async().subscribe(this.channel).thenCombine(server, (done, known) -> known);
	}

	private void onMessage(String message, String server) {
		try {
			this.listener.onHandOff(Replies.handOff(message, server));
		}
		catch (RuntimeException ex) {
			logger.warn("A message on the channel of the locks was not understood: " + LoggedText.of(message), ex);
		}
	}

	@Override
	public void connected(StatefulRedisPubSubConnection<String, String> connection) {
		this.listener.onSubscribed();
	}

	@Override
	public void disconnected(String reason) {
		logger.debug("Messages cannot be received, waiters poll: " + reason);
	}

	@Override
	public @Nullable CompletionStage<?> look(StatefulRedisPubSubConnection<String, String> connection) {
		return (++this.looks % PING_EVERY == 0) ? connection.async().ping() : null;
	}

}
