package io.github.lockstarter.redis;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;

import io.lettuce.core.SetArgs;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.async.RedisAsyncCommands;
import io.lettuce.core.codec.StringCodec;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import io.github.lockstarter.store.LockClock;
import io.github.lockstarter.store.ServerClock;
import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.text.LoggedText;

/**
 * The connection for commands. Before it is used, the server's clock is read; beside it,
 * the instance says in Redis who it is, and looks once whether Redis evicts keys.
 */
final class CommandDialect implements SupervisedConnection.Dialect<StatefulRedisConnection<String, String>> {

	// How long the label of an instance that is gone is remembered.
	private static final Duration LABEL_TTL = Duration.ofHours(1);

	// Looks, two per command timeout, between two PINGs: a connection that a firewall has
	// dropped is noticed before somebody needs it.
	private static final int PING_EVERY = 10;

	private static final Log logger = LogFactory.getLog(LettuceLockStore.class);

	private final RedisClients.Handle redis;

	private final LockClock clock;

	private final ServerClock serverClock;

	private final String labelKey;

	private final String label;

	private boolean warned;

	private boolean evictionChecked;

	private long labelled;

	private volatile boolean labelRefused;

	private int looks;

	CommandDialect(RedisClients.Handle redis, LockClock clock, ServerClock serverClock, String labelKey, String label) {
		this.redis = redis;
		this.clock = clock;
		this.serverClock = serverClock;
		this.labelKey = labelKey;
		this.label = label;
	}

	@Override
	public CompletionStage<StatefulRedisConnection<String, String>> connect() {
		return this.redis.client().connectAsync(StringCodec.UTF8, this.redis.uri());
	}

	@Override
	public CompletionStage<String> prepare(StatefulRedisConnection<String, String> connection) {
		long sent = this.clock.nanoTime();
		RedisAsyncCommands<String, String> commands = connection.async();
		return commands.time()
			.thenAccept((time) -> this.serverClock.observe(sent, millis(time)))
			.thenCombine(writeLabel(commands), (time, label) -> label)
			.thenCombine(ServerIdentity.of(commands), (label, server) -> server);
	}

	private static long millis(List<String> time) {
		return Long.parseLong(time.get(0)) * 1_000 + Long.parseLong(time.get(1)) / 1_000;
	}

	@Override
	public void connected(StatefulRedisConnection<String, String> connection) {
		if (this.warned) {
			this.warned = false;
			logger.info("Redis at " + this.redis.address() + " can be reached again");
		}
		if (!this.evictionChecked) {
			this.evictionChecked = true;
			EvictionCheck.warn(connection.async());
		}
	}

	@Override
	public void disconnected(String reason) {
		if (!this.warned) {
			this.warned = true;
			logger.warn("Redis at " + this.redis.address()
					+ (ConnectionFailure.isRefused(reason) ? " refuses the connection: " : " cannot be reached: ")
					+ LoggedText.of(reason) + ". Locks fail with LockUnavailableException until it can.");
		}
	}

	@Override
	public @Nullable CompletionStage<?> look(StatefulRedisConnection<String, String> connection) {
		boolean ping = ++this.looks % PING_EVERY == 0;
		if ((ping && this.labelRefused) || this.clock.nanoTime() - this.labelled > LABEL_TTL.toNanos() / 3) {
			return writeLabel(connection.async());
		}
		return ping ? connection.async().ping() : null;
	}

	/**
	 * Says who this instance is. Where that is not allowed the label is missing; where it
	 * is refused for now it is written later; where the server is a replica the
	 * connection is of no use.
	 */
	private CompletionStage<?> writeLabel(RedisAsyncCommands<String, String> commands) {
		this.labelled = this.clock.nanoTime();
		return commands.set(this.labelKey, this.label, SetArgs.Builder.px(LABEL_TTL.toMillis()))
			.handle((done, failure) -> {
				this.labelRefused = failure != null
						&& Replies.failure(failure).getOutcome() != StoreException.Outcome.REJECTED;
				if (failure != null && Replies.isReadOnly(failure)) {
					throw new IllegalStateException("it is a replica, no master");
				}
				return done;
			});
	}

}
