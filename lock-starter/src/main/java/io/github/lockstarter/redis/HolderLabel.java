package io.github.lockstarter.redis;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import io.lettuce.core.api.async.RedisAsyncCommands;

import io.github.lockstarter.store.AttemptId;
import io.github.lockstarter.store.StoreReply;

/**
 * Who a holder is, for people: the label that its instance has written, or its client id
 * if there is none.
 *
 * @param held which attempt has the lock
 */
record HolderLabel(StoreReply held) {

	/**
	 * Looks for the label.
	 * @return the same with the label as the holder
	 */
	CompletionStage<StoreReply> find(Topology topology, LockKeys keys) {
		if (this.held.status() != StoreReply.Status.HELD) {
			return CompletableFuture.completedStage(this.held);
		}
		String client = AttemptId.client(this.held.holder());
		String key = keys.holderLabel(client);
		return topology.<String>run(key, (node, redis, asked, done) -> {
			RedisAsyncCommands<String, String> commands = redis.connection().async();
			if (asked) {
				commands.asking();
			}
			commands.get(key).whenComplete(done);
		}).handle((found, failure) -> this.held.withHolder((found != null) ? found : client));
	}

}
