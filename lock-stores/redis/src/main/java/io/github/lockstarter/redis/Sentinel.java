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
 * One Redis Sentinel: a connection for queries, and one for the events that cause
 * queries.
 */
final class Sentinel implements Sentinels.Informant {

	// The first is sent by the Sentinel that leads the failover as soon as it names
	// another master, the second by each when it has the new configuration.
	private static final String[] EVENTS = { "+promoted-slave", "+switch-master" };

	private final String masterName;

	private final Runnable event;

	private final QueryConnection<StatefulRedisSentinelConnection<String, String>> questions;

	private final QueryConnection<StatefulRedisPubSubConnection<String, String>> events;

	// "event" is called on any thread
	Sentinel(RunningRedis session, int place, Runnable event) {
		RedisClients.Handle redis = session.redis();
		Function<Boolean, RedisURI> uri = (patient) -> redis.uri(patient).getSentinels().get(place);
		String name = "Redis Sentinel at " + uri.apply(false).getHost() + ":" + uri.apply(false).getPort();
		this.masterName = Objects.requireNonNull(redis.uri().getSentinelMasterId());
		this.event = event;
		this.questions = new QueryConnection<>(session.supervision(), "sentinel", name,
				(patient) -> redis.connector().connectToSentinel(uri.apply(patient)),
				CompletableFuture::completedStage);
		this.events = new QueryConnection<>(session.supervision(), "sentinel-events", name,
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
			// In this order: an address must not seem newer than it is.
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

	// An event is only a reason to ask: it may be about any master, and sent by any
	// client. Without the right to subscribe the Sentinel is polled.
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
			// there may have been an event before
			this.event.run();
			return connection;
		});
	}

}
