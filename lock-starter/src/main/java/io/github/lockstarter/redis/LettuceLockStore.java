package io.github.lockstarter.redis;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;

import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import org.jspecify.annotations.Nullable;

import io.github.lockstarter.core.LockSettings;
import io.github.lockstarter.redis.SupervisedConnection.Standing;
import io.github.lockstarter.redis.script.LockScript;
import io.github.lockstarter.redis.script.ScriptRunner;
import io.github.lockstarter.store.LockClock;
import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.store.PushMessage;
import io.github.lockstarter.store.Renewal;
import io.github.lockstarter.store.ServerClock;
import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.StoreReply;
import io.github.lockstarter.store.StoreState;

/**
 * Locks in one Redis master, each in a hash of its own, changed by scripts only. Two
 * connections: one for commands, one for messages.
 */
public final class LettuceLockStore implements LockStore {

	private static final String UNUSED = "0";

	private static final String ANY_TOKEN = "0";

	private static final String NO_TOKEN = "-1";

	private static final String FIRST_TIME = "0";

	private static final String AGAIN = "1";

	// One script is one stop of Redis for everybody else: a hundred locks are less than a
	// millisecond.
	private static final int RENEWALS_PER_COMMAND = 100;

	private final RedisClients clients;

	private final LockKeys keys;

	private final LockClock clock;

	private final String label;

	private final long timeoutMillis;

	private final String retention;

	private final String block;

	private final String handOff;

	private final ServerClock serverClock;

	private volatile String clientId = ClientId.draw();

	private volatile @Nullable Session session;

	/**
	 * Creates the store, not connected.
	 * @param clients makes the Redis clients
	 * @param settings the settings
	 * @param keyPrefix what every key and channel begins with
	 * @param label who this instance is, for people: application name, host, process id
	 * @param clock the clocks of this JVM
	 */
	public LettuceLockStore(RedisClients clients, LockSettings settings, String keyPrefix, String label,
			LockClock clock) {
		this.clients = clients;
		this.keys = new LockKeys(keyPrefix);
		this.clock = clock;
		this.serverClock = new ServerClock(clock.now());
		this.label = label;
		this.timeoutMillis = settings.commandTimeout().toMillis();
		this.retention = millis(settings.fenceRetention().toMillis());
		// one token for the first holder of a turn, one for each pass
		this.block = Integer.toString(settings.cohortMaxPasses() + 1);
		this.handOff = settings.handOffLease().toMillis() + " " + this.keys.channelPrefix();
	}

	@Override
	public String label() {
		return "Redis at " + this.clients.address();
	}

	@Override
	public String clientId() {
		return this.clientId;
	}

	@Override
	public CompletionStage<StoreReply> acquire(String name, String id, long leaseMillis, long waitMillis,
			long notAfter) {
		return acquire(name, id, leaseMillis, waitMillis, notAfter, FIRST_TIME);
	}

	@Override
	public CompletionStage<StoreReply> askAgain(String name, String id, long leaseMillis, long waitMillis,
			long notAfter) {
		return acquire(name, id, leaseMillis, waitMillis, notAfter, AGAIN);
	}

	private CompletionStage<StoreReply> acquire(String name, String id, long leaseMillis, long waitMillis,
			long notAfter, String again) {
		return run(LockScript.ACQUIRE, this.keys.key(name), id, millis(leaseMillis), this.retention, this.block,
				this.handOff, millis(cutoff(notAfter)), millis(waitMillis), again);
	}

	@Override
	public CompletionStage<StoreReply> renew(String name, String id, long leaseMillis) {
		return renew(List.of(new Renewal(name, id, leaseMillis))).get(0);
	}

	@Override
	public List<CompletionStage<StoreReply>> renew(List<Renewal> renewals) {
		List<CompletionStage<StoreReply>> answers = new ArrayList<>(renewals.size());
		for (int from = 0; from < renewals.size(); from += RENEWALS_PER_COMMAND) {
			List<Renewal> some = renewals.subList(from, Math.min(from + RENEWALS_PER_COMMAND, renewals.size()));
			CompletionStage<List<CompletionStage<StoreReply>>> answer = renewTogether(some);
			for (int i = 0; i < some.size(); i++) {
				int index = i;
				answers.add(answer.thenCompose((each) -> each.get(index)));
			}
		}
		return answers;
	}

	private CompletionStage<List<CompletionStage<StoreReply>>> renewTogether(List<Renewal> renewals) {
		List<String> keys = new ArrayList<>(renewals.size());
		List<String> arguments = new ArrayList<>(2 * renewals.size() + 1);
		for (Renewal renewal : renewals) {
			keys.add(this.keys.key(renewal.name()));
			arguments.add(renewal.id());
			arguments.add(millis(renewal.leaseMillis()));
		}
		arguments.add(2, this.retention);
		return send((redis, done) -> ScriptRunner.run(redis.connection().async(), LockScript.RENEW, keys,
				() -> new RenewalOutput(redis.server()), done, arguments));
	}

	@Override
	public CompletionStage<StoreReply> release(String name, String id, long holdMillis) {
		return run(LockScript.RELEASE, this.keys.key(name), id, millis(holdMillis), this.retention, this.block,
				this.handOff);
	}

	@Override
	public CompletionStage<StoreReply> cancel(String name, String id, long acceptMillis, long notAfter) {
		return cancelKey(this.keys.key(name), id, acceptMillis, notAfter);
	}

	@Override
	public CompletionStage<StoreReply> yield(String name, String id, String nextId, long leaseMillis, long waitMillis,
			long notAfter) {
		return run(LockScript.YIELD, this.keys.key(name), id, millis(leaseMillis), this.retention, this.block,
				this.handOff, millis(cutoff(notAfter)), millis(waitMillis), nextId);
	}

	@Override
	public CompletionStage<StoreReply> giveBack(PushMessage handOff) {
		return cancelKey(handOff.key(), handOff.id(), 0, NO_LIMIT);
	}

	@Override
	public CompletionStage<StoreReply> force(String name) {
		return force(name, ANY_TOKEN);
	}

	@Override
	public CompletionStage<StoreReply> force(String name, long fencingToken) {
		return force(name, (fencingToken > 0) ? Long.toString(fencingToken) : NO_TOKEN);
	}

	private CompletionStage<StoreReply> force(String name, String token) {
		return run(LockScript.FORCE, this.keys.key(name), token, UNUSED, this.retention, this.block, this.handOff);
	}

	private CompletionStage<StoreReply> cancelKey(String key, String id, long acceptMillis, long notAfter) {
		return run(LockScript.CANCEL, key, id, millis(acceptMillis), this.retention, this.block, this.handOff,
				millis(cutoff(notAfter)));
	}

	@Override
	public CompletionStage<StoreReply> describe(String name) {
		return run(LockScript.DESCRIBE, this.keys.key(name)).thenCompose(this::withLabel);
	}

	private CompletionStage<StoreReply> withLabel(StoreReply reply) {
		Session open = this.session;
		StatefulRedisConnection<String, String> connection = (open != null) ? open.commands().current() : null;
		if (connection == null || reply.status() != StoreReply.Status.HELD) {
			return CompletableFuture.completedStage(reply);
		}
		String id = reply.holder();
		String holder = id.substring(id.startsWith("!") ? 1 : 0, Math.max(id.indexOf(':'), 0));
		return connection.async()
			.get(this.keys.holderLabel(holder))
			.handle((found, failure) -> new StoreReply(reply.status(), reply.time(), reply.firstToken(),
					reply.lastToken(), reply.leaseMillis(), reply.queue(), (found != null) ? found : holder));
	}

	private CompletionStage<StoreReply> run(LockScript script, String key, String... arguments) {
		long sent = this.clock.nanoTime();
		CompletionStage<StoreReply> answer = send((redis, done) -> ScriptRunner.run(redis.connection().async(), script,
				key, () -> new ReplyOutput(redis.server()), done, arguments));
		return answer.thenApply((reply) -> {
			this.serverClock.observe(sent, reply.serverNow());
			return reply;
		});
	}

	private <T> CompletionStage<T> send(Command<T> command) {
		Session open = this.session;
		Standing<StatefulRedisConnection<String, String>> redis = (open != null) ? open.commands().standing() : null;
		if (open == null || redis == null) {
			return CompletableFuture.failedStage(new StoreException(StoreException.Outcome.NOT_SENT,
					(open != null) ? "no connection to " + open.redis().address() + ": " + open.commands().trouble()
							: "the connection is closed",
					null));
		}
		open.commands().sent();
		CompletableFuture<T> answer = new CompletableFuture<>();
		try {
			command.run(redis, (reply, failure) -> {
				open.commands().answered();
				complete(open, redis.connection(), answer, reply, failure);
			});
		}
		catch (RuntimeException ex) {
			open.commands().answered();
			answer.completeExceptionally(Replies.failure(ex));
		}
		return answer;
	}

	private static <T> void complete(Session session, StatefulRedisConnection<String, String> connection,
			CompletableFuture<T> answer, @Nullable T reply, @Nullable Throwable failure) {
		if (failure == null && reply != null) {
			answer.complete(reply);
			return;
		}
		Throwable cause = (failure != null) ? failure : new IllegalStateException("Redis sent an empty reply");
		if (Replies.isReadOnly(cause)) {
			session.commands().replace(connection, "the server has become a replica");
		}
		answer.completeExceptionally(Replies.failure(cause));
	}

	@Override
	public boolean isPushAvailable(String name) {
		Session open = this.session;
		return open != null && open.pushes().current() != null;
	}

	@Override
	public void resubscribe(String name) {
		Session open = this.session;
		StatefulRedisPubSubConnection<String, String> connection = (open != null) ? open.pushes().current() : null;
		if (open != null && connection != null) {
			open.pushes().replace(connection, "messages seem to be lost");
		}
	}

	@Override
	public StoreState state() {
		Session open = this.session;
		return (open != null) ? new StoreState(open.commands().link(), open.pushes().link()) : StoreState.UNKNOWN;
	}

	@Override
	public void start(Listener listener) {
		this.clientId = ClientId.draw();
		this.session = Session.open(this, listener);
	}

	@Override
	public void stop() {
		Session open = this.session;
		this.session = null;
		if (open != null) {
			open.close();
		}
	}

	/**
	 * The time of the server up to which a command may take effect.
	 * @param notAfter a moment of this JVM, or {@link #NO_LIMIT}
	 * @return milliseconds, as the scripts get it
	 */
	public long cutoff(long notAfter) {
		return this.serverClock.at(notAfter);
	}

	private static String millis(long millis) {
		return Long.toString(millis);
	}

	/**
	 * Sends something on a connection.
	 *
	 * @param <T> the type of the reply
	 */
	@FunctionalInterface
	private interface Command<T> {

		void run(Standing<StatefulRedisConnection<String, String>> redis,
				BiConsumer<@Nullable T, @Nullable Throwable> done);

	}

	/**
	 * The connections between a start and a stop.
	 */
	private record Session(RedisClients.Handle redis, ScheduledExecutorService scheduler,
			SupervisedConnection<StatefulRedisConnection<String, String>> commands,
			SupervisedConnection<StatefulRedisPubSubConnection<String, String>> pushes) {

		private static Session open(LettuceLockStore store, Listener listener) {
			RedisClients.Handle redis = store.clients.open();
			ScheduledExecutorService scheduler = Executors.newSingleThreadScheduledExecutor((task) -> {
				Thread thread = new Thread(task, "distributed-lock-connections");
				thread.setDaemon(true);
				return thread;
			});
			var commands = new SupervisedConnection<>(new CommandDialect(redis, store.clock, store.serverClock,
					store.keys.holderLabel(store.clientId), store.label), scheduler, store.timeoutMillis);
			var pushes = new SupervisedConnection<>(new PushDialect(redis, store.keys.channelPrefix() + store.clientId,
					listener, () -> commands.current() != null), scheduler, store.timeoutMillis);
			// an interrupted thread starts them too
			CompletableFuture.allOf(commands.start(), pushes.start())
				.completeOnTimeout(null, store.timeoutMillis, TimeUnit.MILLISECONDS)
				.join();
			return new Session(redis, scheduler, commands, pushes);
		}

		private void close() {
			this.pushes.stop();
			this.commands.stop();
			this.scheduler.shutdownNow();
			awaitIdle();
			this.redis.close();
		}

		/**
		 * An attempt to connect that has just begun, and then finds that its event loop
		 * is gone, would be an error in the log of every stop during an outage.
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

}
