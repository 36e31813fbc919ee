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
 * Makes the connections of one instance to Redis, and closes them: the one door to the
 * servers. What comes through it are connections of Lettuce, over whatever wire: over
 * sockets by {@link LettuceConnector}, and a test may have a wire of its own.
 *
 * <p>
 * Connections are encoded in UTF-8, do not reconnect, and refuse commands when they are
 * closed: who has lost one makes another. No method blocks but
 * {@link #close(LockRuntime)} and {@link #resolve(RedisURI)}; all may be called on any
 * thread.
 */
public interface RedisConnector {

	/**
	 * Connects for commands.
	 * @param uri where to, with credentials and the time for the handshake
	 * @return the connection, let in; or why there is none
	 */
	CompletionStage<StatefulRedisConnection<String, String>> connect(RedisURI uri);

	/**
	 * Connects for messages.
	 * @param uri where to, with credentials and the time for the handshake
	 * @return the connection, let in; or why there is none
	 */
	CompletionStage<StatefulRedisPubSubConnection<String, String>> connectForMessages(RedisURI uri);

	/**
	 * Connects to a Redis Sentinel.
	 * @param uri the Sentinel, with credentials and the time for the handshake
	 * @return the connection, let in; or why there is none
	 */
	CompletionStage<StatefulRedisSentinelConnection<String, String>> connectToSentinel(RedisURI uri);

	/**
	 * Looks up where a connection would lead now. May block as a look-up of a name does.
	 * @param uri where to
	 * @return its address, resolved or not
	 */
	SocketAddress resolve(RedisURI uri);

	/**
	 * Tells of each connection where it leads, when it stands.
	 * @param listener who is told, on a thread that must not be blocked
	 */
	void addListener(RedisConnectionStateListener listener);

	/**
	 * Closes all connections, and ends what serves them. Waits a few seconds at most, on
	 * an interrupted thread too, which stays interrupted.
	 * @param runtime waits
	 */
	void close(LockRuntime runtime);

	/**
	 * Opens doors: each start of a store has one of its own.
	 */
	@FunctionalInterface
	interface Source {

		/**
		 * Opens a door.
		 * @return a door through which nobody has gone
		 */
		RedisConnector open();

	}

}
