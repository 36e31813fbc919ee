package io.github.lockstarter.redis;

import java.util.function.BiConsumer;

import io.lettuce.core.api.StatefulRedisConnection;
import org.jspecify.annotations.Nullable;

import io.github.lockstarter.redis.ReplicaLink.Confirmation;
import io.github.lockstarter.redis.SupervisedConnection.Standing;
import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.StoreReply;

/**
 * A command on one key, to whatever node it comes: what it says may depend on the node.
 *
 * @param <T> the type of the reply
 */
@FunctionalInterface
interface NodeCommand<T> {

	/**
	 * Sends the command.
	 * @param node the node
	 * @param redis its connection
	 * @param asked whether the slot of the key is only on its way to this node: ASKING
	 * goes before each command then, and the caller is on the connection's thread
	 * @param done gets the reply, or the failure
	 */
	void run(RedisNode node, Standing<StatefulRedisConnection<String, String>> redis, boolean asked,
			BiConsumer<@Nullable T, @Nullable Throwable> done);

	/**
	 * What replicas are to confirm before the reply counts, where they are waited for.
	 * @param asked whether ASKING goes before it
	 * @param reply the reply
	 * @return the lease, or null if there is none
	 */
	default @Nullable Confirmation confirmation(boolean asked, T reply) {
		return null;
	}

	/**
	 * What the reply is when the replicas have been asked.
	 * @param reply the reply
	 * @param said what was said to the confirmation
	 * @throws StoreException if nobody knows
	 */
	default T confirmed(T reply, StoreReply said) {
		return reply;
	}

}
