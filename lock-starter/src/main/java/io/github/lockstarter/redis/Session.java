package io.github.lockstarter.redis;

import java.util.concurrent.CompletionStage;

import io.lettuce.core.api.async.RedisAsyncCommands;

import io.github.lockstarter.store.LockClock;
import io.github.lockstarter.store.LockStore;

/**
 * One instance, from a start of the store to its stop: what all its connections share.
 *
 * @param redis makes the connections
 * @param supervision supervises them
 * @param clock the clocks of this JVM
 * @param settings what is asked of the servers
 * @param keys spells keys and channels
 * @param clientId the identity of the instance
 * @param listener who is told
 */
record Session(RedisClients.Handle redis, Supervision supervision, LockClock clock, RedisSettings settings,
		LockKeys keys, String clientId, LockStore.Listener listener) {

	/**
	 * Asks a server that has all keys who it is.
	 */
	CompletionStage<Server> identify(RedisAsyncCommands<String, String> commands) {
		return Server.ask(commands, this.keys.channelPrefix());
	}

	/**
	 * Ends what the connections share, when they are stopped.
	 */
	void close() {
		this.supervision.stop();
		this.redis.connector().close(this.supervision.runtime());
	}

}
