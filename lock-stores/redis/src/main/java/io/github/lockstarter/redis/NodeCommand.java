package io.github.lockstarter.redis;

import java.util.function.BiConsumer;

import io.lettuce.core.api.StatefulRedisConnection;
import org.jspecify.annotations.Nullable;

import io.github.lockstarter.redis.ReplicaLink.Confirmation;
import io.github.lockstarter.redis.SupervisedConnection.Standing;
import io.github.lockstarter.store.StoreReply;

/**
 * A command on one key; what it says may depend on the node that it reaches.
 *
 * @param <T> the type of the reply
 */
@FunctionalInterface
interface NodeCommand<T> {

	// "asked": the slot of the key is on its way to this node, so ASKING precedes each
	// command, and the caller is on the connection's thread
	void run(RedisNode node, Standing<StatefulRedisConnection<String, String>> redis, boolean asked,
			BiConsumer<@Nullable T, @Nullable Throwable> done);

	// the lease that replicas have to confirm before the reply counts, or null
	default @Nullable Confirmation confirmation(boolean asked, T reply) {
		return null;
	}

	default T confirmed(T reply, StoreReply said) {
		return reply;
	}

}
