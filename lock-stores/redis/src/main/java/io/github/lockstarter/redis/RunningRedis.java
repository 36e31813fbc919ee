package io.github.lockstarter.redis;

import java.util.concurrent.CompletionStage;

import io.lettuce.core.api.async.RedisAsyncCommands;

import io.github.lockstarter.store.LockClock;
import io.github.lockstarter.store.LockStore;

/**
 * What all connections of one instance share, from a start of the store to its stop.
 */
record RunningRedis(RedisClients.Handle redis, Supervision supervision, LockClock clock, RedisSettings settings,
		LockKeys keys, String clientId, LockStore.Listener listener) {

	CompletionStage<ServerIdentity> identify(RedisAsyncCommands<String, String> commands) {
		return ServerIdentity.ask(commands, this.keys.channelPrefix());
	}

	void close() {
		this.supervision.stop();
		this.redis.connector().close(this.supervision.runtime());
	}

}
