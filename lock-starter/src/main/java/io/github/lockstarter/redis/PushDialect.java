package io.github.lockstarter.redis;

import java.util.concurrent.CompletionStage;
import java.util.function.BooleanSupplier;

import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.pubsub.RedisPubSubAdapter;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.text.LoggedText;

/**
 * The connection for messages: one channel for this instance, whatever the number of
 * locks. A PING now and then notices a connection that only looks open. That there is
 * none although Redis can be reached is worth a warning: everything works, but the
 * waiters of this instance ask, and everybody waits until they do.
 */
final class PushDialect implements SupervisedConnection.Dialect<StatefulRedisPubSubConnection<String, String>> {

	// Looks, two per command timeout, between two PINGs.
	private static final int PING_EVERY = 10;

	// The loss of both connections is noticed one after the other, and so is its end.
	private static final int REFUSALS_IN_A_ROW = 3;

	private static final Log logger = LogFactory.getLog(LettuceLockStore.class);

	private final RedisClients.Handle redis;

	private final String channel;

	private final LockStore.Listener listener;

	private final BooleanSupplier reachable;

	private int looks;

	private int refusals;

	private boolean warned;

	/**
	 * Creates the dialect of the connection for messages.
	 * @param redis makes the connections
	 * @param channel what to subscribe to
	 * @param listener who is told
	 * @param reachable whether the connection for commands stands: if not, that one says
	 * so
	 */
	PushDialect(RedisClients.Handle redis, String channel, LockStore.Listener listener, BooleanSupplier reachable) {
		this.redis = redis;
		this.channel = channel;
		this.listener = listener;
		this.reachable = reachable;
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
		this.refusals = 0;
		if (this.warned) {
			this.warned = false;
			logger.info("Messages from Redis at " + this.redis.address() + " are received again");
		}
		this.listener.onSubscribed();
	}

	@Override
	public void disconnected(String reason) {
		this.refusals = this.reachable.getAsBoolean() ? this.refusals + 1 : 0;
		if (this.refusals < REFUSALS_IN_A_ROW || this.warned) {
			logger.debug("Messages cannot be received, waiters poll: " + reason);
			return;
		}
		this.warned = true;
		logger.warn("Redis at " + this.redis.address() + " does not let this instance subscribe to " + this.channel
				+ ": " + reason + ". Locks work, but a waiter of this instance finds its turn only by asking,"
				+ " and everybody behind it waits until it does. " + advice(reason));
	}

	private String advice(String reason) {
		if (reason.contains("NOPERM")) {
			return "Its user needs the rights +subscribe and &"
					+ this.channel.substring(0, this.channel.lastIndexOf(':')) + ":*";
		}
		if (reason.contains("max number of clients")) {
			return "An instance needs two connections: raise maxclients.";
		}
		return "A proxy before Redis has to let SUBSCRIBE and its messages through.";
	}

	@Override
	public @Nullable CompletionStage<?> look(StatefulRedisPubSubConnection<String, String> connection) {
		return (++this.looks % PING_EVERY == 0) ? connection.async().ping() : null;
	}

}
