package io.github.lockstarter.redis;

import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

import io.lettuce.core.RedisConnectionStateListener;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import io.lettuce.core.sentinel.api.StatefulRedisSentinelConnection;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.data.redis.connection.RedisClusterConfiguration;
import org.springframework.data.redis.connection.RedisSentinelConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import io.github.lockstarter.runtime.LockRuntime;
import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.store.PushMessage;
import io.github.lockstarter.store.SystemLockClock;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Whatever a store asks of servers goes through the door that it was given.
 */
@Timeout(120)
class RedisConnectorTests {

	private final ClosedDoor door = new ClosedDoor();

	private final AtomicInteger opened = new AtomicInteger();

	@ParameterizedTest
	@MethodSource("factories")
	void allConnectionsAreMadeThroughTheDoor(LettuceConnectionFactory factory, String tried) {
		LettuceLockStore store = store(factory);
		store.start(new Nobody());
		Awaitility.await().until(() -> this.door.tried.contains(tried));
		assertThat(store.state().commands().trouble()).contains("the door is closed");
		store.stop();
		assertThat(this.door.closed).hasValue(1);
	}

	static List<Object[]> factories() {
		return List.of(new Object[] { new LettuceConnectionFactory("127.0.0.1", 1), "commands 127.0.0.1:1" },
				new Object[] { new LettuceConnectionFactory("127.0.0.1", 1), "messages 127.0.0.1:1" },
				new Object[] { new LettuceConnectionFactory(new RedisClusterConfiguration(List.of("127.0.0.1:2"))),
						"commands 127.0.0.1:2" },
				new Object[] {
						new LettuceConnectionFactory(
								new RedisSentinelConfiguration().master("mymaster").sentinel("127.0.0.1", 3)),
						"sentinel 127.0.0.1:3" },
				new Object[] {
						new LettuceConnectionFactory(
								new RedisSentinelConfiguration().master("mymaster").sentinel("127.0.0.1", 3)),
						"messages 127.0.0.1:3" });
	}

	@Test
	void nameIsLookedUpThroughTheDoor() {
		LettuceLockStore store = store(new LettuceConnectionFactory("redis.invalid", 1));
		store.start(new Nobody());
		Awaitility.await().until(() -> this.door.tried.contains("name redis.invalid:1"));
		store.stop();
	}

	@Test
	void eachStartHasADoorOfItsOwn() {
		LettuceLockStore store = store(new LettuceConnectionFactory("127.0.0.1", 1));
		assertThat(this.opened).hasValue(0);
		store.start(new Nobody());
		store.stop();
		store.start(new Nobody());
		store.stop();
		assertThat(this.opened).hasValue(2);
		assertThat(this.door.closed).hasValue(2);
	}

	private LettuceLockStore store(LettuceConnectionFactory factory) {
		return new LettuceLockStore(new RedisClients(factory, LockInstance.DEFAULTS.commandTimeout(), () -> {
			this.opened.incrementAndGet();
			return this.door;
		}), LockInstance.DEFAULTS, "lock", "test", new SystemLockClock());
	}

	private static final class ClosedDoor implements RedisConnector {

		private final List<String> tried = new CopyOnWriteArrayList<>();

		private final AtomicInteger closed = new AtomicInteger();

		private <C> CompletionStage<C> refuse(String purpose, RedisURI uri) {
			this.tried.add(purpose + " " + uri.getHost() + ":" + uri.getPort());
			return CompletableFuture.failedStage(new IllegalStateException("the door is closed"));
		}

		@Override
		public CompletionStage<StatefulRedisConnection<String, String>> connect(RedisURI uri) {
			return refuse("commands", uri);
		}

		@Override
		public CompletionStage<StatefulRedisPubSubConnection<String, String>> connectForMessages(RedisURI uri) {
			return refuse("messages", uri);
		}

		@Override
		public CompletionStage<StatefulRedisSentinelConnection<String, String>> connectToSentinel(RedisURI uri) {
			return refuse("sentinel", uri);
		}

		@Override
		public SocketAddress resolve(RedisURI uri) {
			this.tried.add("name " + uri.getHost() + ":" + uri.getPort());
			return new InetSocketAddress("127.0.0.1", uri.getPort());
		}

		@Override
		public void addListener(RedisConnectionStateListener listener) {
		}

		@Override
		public void close(LockRuntime runtime) {
			this.closed.incrementAndGet();
		}

	}

	private static final class Nobody implements LockStore.Listener {

		@Override
		public void onHandOff(PushMessage message) {
		}

		@Override
		public void onSubscribed() {
		}

	}

}
