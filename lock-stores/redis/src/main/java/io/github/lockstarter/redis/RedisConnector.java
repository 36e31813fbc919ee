package io.github.lockstarter.redis;

import java.net.SocketAddress;
import java.util.concurrent.CompletionStage;

import io.lettuce.core.RedisConnectionStateListener;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import io.lettuce.core.sentinel.api.StatefulRedisSentinelConnection;

import io.github.lockstarter.runtime.LockRuntime;

/**
 * Makes the connections of one instance to Redis, and closes them.
 * {@link LettuceConnector} connects over sockets; a test may connect in another way.
 *
 * <p>
 * Connections are encoded in UTF-8, do not reconnect, and refuse commands when they are
 * closed: a lost one is replaced by its user. No method blocks except
 * {@link #close(LockRuntime)} and {@link #resolve(RedisURI)}; all may be called on any
 * thread.
 */
public interface RedisConnector {

	/**
	 * Connects for commands.
	 * @param uri the server, with credentials and the time for the handshake
	 * @return the connection after the handshake, or the reason of the failure
	 */
	CompletionStage<StatefulRedisConnection<String, String>> connect(RedisURI uri);

	/**
	 * Connects for messages.
	 * @param uri the server, with credentials and the time for the handshake
	 * @return the connection after the handshake, or the reason of the failure
	 */
	CompletionStage<StatefulRedisPubSubConnection<String, String>> connectForMessages(RedisURI uri);

	/**
	 * Connects to a Redis Sentinel.
	 * @param uri the Sentinel, with credentials and the time for the handshake
	 * @return the connection after the handshake, or the reason of the failure
	 */
	CompletionStage<StatefulRedisSentinelConnection<String, String>> connectToSentinel(RedisURI uri);

	/**
	 * Resolves the address to which a connection would be made now. May block as a name
	 * look-up does.
	 * @param uri the server
	 * @return its address, resolved or not
	 */
	SocketAddress resolve(RedisURI uri);

	/**
	 * Reports the address of each new connection.
	 * @param listener called on a thread that must not block
	 */
	void addListener(RedisConnectionStateListener listener);

	/**
	 * Closes all connections and their threads. Waits a few seconds at most, on an
	 * interrupted thread too, which stays interrupted.
	 * @param runtime waits
	 */
	void close(LockRuntime runtime);

	/**
	 * Makes connectors, one for each start of a store.
	 */
	@FunctionalInterface
	interface Source {

		/**
		 * Makes a connector.
		 * @return a new one
		 */
		RedisConnector open();

	}

}
