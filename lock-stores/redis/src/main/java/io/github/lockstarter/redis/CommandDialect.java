package io.github.lockstarter.redis;

import java.util.List;
import java.util.concurrent.CompletionStage;

import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.async.RedisAsyncCommands;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.github.lockstarter.store.LockClock;
import io.github.lockstarter.store.ServerClock;
import io.github.lockstarter.store.StoreException;

/**
 * The connection for commands: before it is used it reads the clock and the identity of
 * the server, and once the eviction policy.
 */
final class CommandDialect implements ConnectionDialect<StatefulRedisConnection<String, String>> {

	private static final Logger logger = LoggerFactory.getLogger(LettuceLockStore.class);

	private final RedisClients.Handle redis;

	private final LockClock clock;

	private final ServerClock serverClock;

	private final NodeRole role;

	private final RestartDelay restart;

	private final Runnable changed;

	private final Outage.Report report;

	private boolean evictionChecked;

	CommandDialect(RedisClients.Handle redis, LockClock clock, ServerClock serverClock, NodeRole role,
			RestartDelay restart, Runnable changed) {
		this.redis = redis;
		this.clock = clock;
		this.serverClock = serverClock;
		this.role = role;
		this.restart = restart;
		this.changed = changed;
		this.report = new Outage.Report("Redis at " + redis.address());
	}

	@Override
	public String purpose() {
		return "commands";
	}

	@Override
	public CompletionStage<StatefulRedisConnection<String, String>> connect(boolean patient) {
		return this.role.find().thenCompose((target) -> target.connect(patient));
	}

	@Override
	public int addresses() {
		return this.role.targets();
	}

	@Override
	public CompletionStage<ServerIdentity> prepare(StatefulRedisConnection<String, String> connection) {
		long sent = this.clock.nanoTime();
		RedisAsyncCommands<String, String> commands = connection.async();
		return commands.time()
			.thenAccept((time) -> this.serverClock.observe(sent, millis(time)))
			.thenCombine(this.role.greet(commands), (time, server) -> {
				this.restart.onConnected(server);
				return server;
			});
	}

	private static long millis(List<String> time) {
		return Long.parseLong(time.get(0)) * 1_000 + Long.parseLong(time.get(1)) / 1_000;
	}

	@Override
	public void connected(StatefulRedisConnection<String, String> connection) {
		this.report.end();
		StoreException refusal = this.restart.refusal(this.redis.address());
		if (refusal != null) {
			logger.info(refusal.getMessage());
		}
		if (!this.evictionChecked) {
			this.evictionChecked = true;
			warnOfEviction(connection.async());
		}
		this.role.onConnected();
		this.changed.run();
	}

	// Redis may evict locks. Not logged above DEBUG where it cannot be asked.
	private static void warnOfEviction(RedisAsyncCommands<String, String> commands) {
		commands.info("memory").whenComplete((info, failure) -> {
			if (failure != null) {
				logger.debug("The eviction policy of Redis cannot be read", failure);
				return;
			}
			String policy = ServerIdentity.field(info, "maxmemory_policy:");
			if (!policy.isEmpty() && !policy.equals("noeviction")) {
				logger.warn("Redis evicts keys when its memory is full (maxmemory-policy " + policy
						+ "): a lock may vanish while it is held. Keep locks on a Redis with "
						+ "maxmemory-policy noeviction.");
			}
		});
	}

	@Override
	public void disconnected(String reason) {
		this.report.begin(reason, this.role.consequence());
		this.role.onDisconnected();
		this.changed.run();
	}

	@Override
	public @Nullable CompletionStage<?> look(StatefulRedisConnection<String, String> connection, boolean ping) {
		return this.role.look(connection.async(), ping);
	}

}
