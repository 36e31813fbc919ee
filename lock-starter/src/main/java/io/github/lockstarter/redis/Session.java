package io.github.lockstarter.redis;

import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

import io.lettuce.core.api.async.RedisAsyncCommands;

import io.github.lockstarter.store.LockClock;
import io.github.lockstarter.store.LockStore;

/**
 * One instance, from a start of the store to its stop: what all its connections share.
 *
 * @param redis makes the connections
 * @param scheduler the one thread that supervises them
 * @param clock the clocks of this JVM
 * @param timeoutMillis how long to wait for one answer
 * @param settings what is asked of the servers
 * @param keys spells keys and channels
 * @param clientId the identity of the instance
 * @param listener who is told
 */
record Session(RedisClients.Handle redis, ScheduledExecutorService scheduler, LockClock clock, long timeoutMillis,
		RedisSettings settings, LockKeys keys, String clientId, LockStore.Listener listener) {

	/**
	 * The one thread that supervises the connections of an instance.
	 */
	static ScheduledExecutorService newScheduler() {
		return Executors.newSingleThreadScheduledExecutor((task) -> {
			Thread thread = new Thread(task, "distributed-lock-connections");
			thread.setDaemon(true);
			return thread;
		});
	}

	/**
	 * Asks a server that has all keys who it is.
	 */
	CompletionStage<Server> identify(RedisAsyncCommands<String, String> commands) {
		return ServerIdentity.ask(commands)
			.thenApply((known) -> new Server(known.runId(), this.keys.channelPrefix(), known.uptimeSeconds()));
	}

	/**
	 * Ends what the connections share, when they are stopped.
	 */
	void close() {
		this.scheduler.shutdownNow();
		awaitIdle();
		this.redis.close();
	}

	/**
	 * An attempt to connect that has just begun, and then finds that its event loop is
	 * gone, would be an error in the log of every stop during an outage.
	 */
	private void awaitIdle() {
		try {
			this.scheduler.awaitTermination(1, TimeUnit.SECONDS);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

}
