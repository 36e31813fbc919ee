package io.github.lockstarter.redis;

import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

import io.lettuce.core.RedisURI;
import io.lettuce.core.pubsub.RedisPubSubAdapter;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import io.lettuce.core.sentinel.api.StatefulRedisSentinelConnection;
import io.lettuce.core.sentinel.api.async.RedisSentinelAsyncCommands;
import org.jspecify.annotations.Nullable;

/**
 * One Redis Sentinel: a connection on which it is asked, and one on which it says that it
 * should be.
 */
final class Sentinel implements Sentinels.Informant {

	// Said by the one that leads the failover as soon as it names another master, and by
	// each when it has another configuration.
	private static final String[] EVENTS = { "+promoted-slave", "+switch-master" };

	private final String masterName;

	private final Runnable event;

	private final AskedServer<StatefulRedisSentinelConnection<String, String>> questions;

	private final AskedServer<StatefulRedisPubSubConnection<String, String>> events;

	/**
	 * Creates the connections, not connected.
	 * @param session what all connections share
	 * @param place which of the configured ones it is
	 * @param event told on any thread that it has to be asked
	 */
	Sentinel(Session session, int place, Runnable event) {
		RedisClients.Handle redis = session.redis();
		Function<Boolean, RedisURI> uri = (patient) -> redis.uri(patient).getSentinels().get(place);
		String name = "Redis Sentinel at " + uri.apply(false).getHost() + ":" + uri.apply(false).getPort();
		this.masterName = Objects.requireNonNull(redis.uri().getSentinelMasterId());
		this.event = event;
		this.questions = new AskedServer<>(session.supervision(), "sentinel", name,
				(patient) -> redis.connector().connectToSentinel(uri.apply(patient)),
				CompletableFuture::completedStage);
		this.events = new AskedServer<>(session.supervision(), "sentinel-events", name,
				(patient) -> redis.connector().connectForMessages(uri.apply(patient)), this::subscribe);
	}

	@Override
	public void start() {
		this.questions.start();
		this.events.start();
	}

	@Override
	public void stop() {
		this.questions.stop();
		this.events.stop();
	}

	@Override
	public boolean isReachable() {
		return this.questions.isReachable();
	}

	@Override
	public CompletionStage<Sentinels.Word> ask() {
		return this.questions.ask((connection) -> {
			RedisSentinelAsyncCommands<String, String> commands = connection.async();
			// in this order: an address is never said to be newer than it is
			CompletionStage<Long> epoch = commands.master(this.masterName)
				.handle((master, failure) -> epoch((master != null) ? master.get("config-epoch") : null));
			return commands.getMasterAddrByName(this.masterName).thenCombine(epoch, this::word);
		});
	}

	private Sentinels.Word word(@Nullable SocketAddress address, long epoch) {
		if (!(address instanceof InetSocketAddress known)) {
			throw new IllegalStateException("Redis Sentinel knows no master '" + this.masterName + "'");
		}
		return new Sentinels.Word(new Address(known.getHostString(), known.getPort()), epoch);
	}

	private static long epoch(@Nullable String text) {
		return (text != null && text.matches("\\d{1,18}")) ? Long.parseLong(text) : -1;
	}

	/**
	 * What it says is not believed: it may be about any master, and said by anybody.
	 * Where it may not be subscribed to it is asked all the same, now and then.
	 */
	private CompletionStage<?> subscribe(StatefulRedisPubSubConnection<String, String> connection) {
		connection.addListener(new RedisPubSubAdapter<>() {

			@Override
			public void message(String channel, String message) {
				if ((' ' + message + ' ').contains(' ' + Sentinel.this.masterName + ' ')) {
					Sentinel.this.event.run();
				}
			}

		});
		return connection.async().subscribe(EVENTS).handle((done, failure) -> {
			// it may have said something before
			this.event.run();
			return connection;
		});
	}

}
