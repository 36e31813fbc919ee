package io.github.lockstarter.simulation.client;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

import io.lettuce.core.RedisConnectionStateListener;
import io.lettuce.core.RedisReactiveCommandsImpl;
import io.lettuce.core.StatefulRedisConnectionImpl;
import io.lettuce.core.api.push.PushListener;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.protocol.PushHandler;
import io.lettuce.core.pubsub.RedisPubSubAsyncCommandsImpl;
import io.lettuce.core.pubsub.RedisPubSubListener;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import io.lettuce.core.pubsub.api.async.RedisPubSubAsyncCommands;
import io.lettuce.core.pubsub.api.reactive.RedisPubSubReactiveCommands;
import io.lettuce.core.pubsub.api.sync.RedisPubSubCommands;
import io.lettuce.core.sentinel.StatefulRedisSentinelConnectionImpl;
import org.jspecify.annotations.Nullable;

/**
 * The connections of Lettuce over a wire.
 */
abstract class WireConnection extends StatefulRedisConnectionImpl<String, String> {

	private static final PushHandler NO_PUSHES = new PushHandler() {

		@Override
		public void addListener(PushListener listener) {
		}

		@Override
		public void removeListener(PushListener listener) {
		}

		@Override
		public Collection<PushListener> getPushListeners() {
			return List.of();
		}

	};

	private final List<RedisConnectionStateListener> states = new ArrayList<>();

	private WireConnection(Wire wire) {
		super(wire, NO_PUSHES, StringCodec.UTF8, Duration.ofMinutes(1));
		activated();
		wire.attach(() -> {
			deactivated();
			List.copyOf(this.states).forEach((listener) -> listener.onRedisDisconnected(this));
		}, this::onMessage);
	}

	@Override
	public void addListener(RedisConnectionStateListener listener) {
		this.states.add(listener);
	}

	void onMessage(String channel, String text) {
	}

	/**
	 * For commands.
	 */
	static final class Commands extends WireConnection {

		Commands(Wire wire) {
			super(wire);
		}

	}

	/**
	 * For messages.
	 */
	static final class Messages extends WireConnection implements StatefulRedisPubSubConnection<String, String> {

		private final List<RedisPubSubListener<String, String>> listeners = new ArrayList<>();

		Messages(Wire wire) {
			super(wire);
		}

		@Override
		void onMessage(String channel, String text) {
			List.copyOf(this.listeners).forEach((listener) -> listener.message(channel, text));
		}

		@Override
		public void addListener(RedisPubSubListener<String, String> listener) {
			this.listeners.add(listener);
		}

		@Override
		public void removeListener(RedisPubSubListener<String, String> listener) {
			this.listeners.remove(listener);
		}

		@Override
		protected RedisPubSubAsyncCommandsImpl<String, String> newRedisAsyncCommandsImpl() {
			return new RedisPubSubAsyncCommandsImpl<>(this, StringCodec.UTF8);
		}

		@Override
		public RedisPubSubAsyncCommands<String, String> async() {
			return (RedisPubSubAsyncCommands<String, String>) this.async;
		}

		@Override
		public RedisPubSubCommands<String, String> sync() {
			throw new UnsupportedOperationException();
		}

		@Override
		public RedisPubSubReactiveCommands<String, String> reactive() {
			throw new UnsupportedOperationException();
		}

		@Override
		protected @Nullable RedisCommands<String, String> newRedisSyncCommandsImpl() {
			return null;
		}

		@Override
		protected @Nullable RedisReactiveCommandsImpl<String, String> newRedisReactiveCommandsImpl() {
			return null;
		}

	}

	/**
	 * To a Sentinel.
	 */
	static final class Sentinel extends StatefulRedisSentinelConnectionImpl<String, String> {

		private final List<RedisConnectionStateListener> states = new ArrayList<>();

		Sentinel(Wire wire) {
			super(wire, StringCodec.UTF8, Duration.ofMinutes(1));
			activated();
			wire.attach(() -> {
				deactivated();
				List.copyOf(this.states).forEach((listener) -> listener.onRedisDisconnected(this));
			}, (channel, text) -> {
			});
		}

		@Override
		public void addListener(RedisConnectionStateListener listener) {
			this.states.add(listener);
		}

	}

}
