package io.github.lockstarter.redis;

import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HexFormat;
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

import io.github.lockstarter.core.Grant;
import io.github.lockstarter.core.HandOff;
import io.github.lockstarter.core.LockClock;
import io.github.lockstarter.core.LockSettings;
import io.github.lockstarter.core.LockStore;
import io.github.lockstarter.core.Renewal;
import io.github.lockstarter.core.StoreException;
import io.github.lockstarter.redis.script.LockScript;
import io.github.lockstarter.redis.script.ScriptRunner;

/**
 * Locks in one Redis master, each in a hash of its own, changed by scripts only. Two
 * connections: one for commands, one for messages.
 */
public final class LettuceLockStore implements LockStore {

	private static final String UNUSED = "0";

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

	private final String clientId;

	private final String retention;

	private final String block;

	private final String handOff;

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
		this.label = label;
		this.clientId = randomId();
		this.timeoutMillis = settings.commandTimeout().toMillis();
		this.retention = millis(settings.fenceRetention().toMillis());
		// one token for the first holder of a turn, one for each pass
		this.block = Integer.toString(settings.cohortMaxPasses() + 1);
		this.handOff = settings.handOffLease().toMillis() + " " + this.keys.channelPrefix();
	}

	private static String randomId() {
		byte[] bits = new byte[16];
		new SecureRandom().nextBytes(bits);
		return HexFormat.of().formatHex(bits);
	}

	@Override
	public String clientId() {
		return this.clientId;
	}

	@Override
	public CompletionStage<Grant> acquire(String name, String id, long leaseMillis, long waitMillis, long cutoff) {
		return acquire(name, id, leaseMillis, waitMillis, cutoff, FIRST_TIME);
	}

	@Override
	public CompletionStage<Grant> askAgain(String name, String id, long leaseMillis, long waitMillis, long cutoff) {
		return acquire(name, id, leaseMillis, waitMillis, cutoff, AGAIN);
	}

	private CompletionStage<Grant> acquire(String name, String id, long leaseMillis, long waitMillis, long cutoff,
			String again) {
		return run(LockScript.ACQUIRE, this.keys.key(name), id, millis(leaseMillis), this.retention, this.block,
				this.handOff, millis(cutoff), millis(waitMillis), again);
	}

	@Override
	public CompletionStage<Grant> renew(String name, String id, long leaseMillis) {
		return renew(List.of(new Renewal(name, id, leaseMillis))).get(0);
	}

	@Override
	public List<CompletionStage<Grant>> renew(List<Renewal> renewals) {
		List<CompletionStage<Grant>> answers = new ArrayList<>(renewals.size());
		for (int from = 0; from < renewals.size(); from += RENEWALS_PER_COMMAND) {
			List<Renewal> some = renewals.subList(from, Math.min(from + RENEWALS_PER_COMMAND, renewals.size()));
			CompletionStage<List<CompletionStage<Grant>>> answer = renewTogether(some);
			for (int i = 0; i < some.size(); i++) {
				int index = i;
				answers.add(answer.thenCompose((each) -> each.get(index)));
			}
		}
		return answers;
	}

	private CompletionStage<List<CompletionStage<Grant>>> renewTogether(List<Renewal> renewals) {
		List<String> keys = new ArrayList<>(renewals.size());
		List<String> arguments = new ArrayList<>(2 * renewals.size() + 1);
		for (Renewal renewal : renewals) {
			keys.add(this.keys.key(renewal.name()));
			arguments.add(renewal.id());
			arguments.add(millis(renewal.leaseMillis()));
		}
		arguments.add(2, this.retention);
		return send((connection, done) -> ScriptRunner.run(connection.async(), LockScript.RENEW, keys,
				RenewalOutput::new, done, arguments));
	}

	@Override
	public CompletionStage<Grant> release(String name, String id, long holdMillis) {
		return run(LockScript.RELEASE, this.keys.key(name), id, millis(holdMillis), this.retention, this.block,
				this.handOff);
	}

	@Override
	public CompletionStage<Grant> cancel(String name, String id, long acceptMillis, long cutoff) {
		return cancelKey(this.keys.key(name), id, acceptMillis, cutoff);
	}

	@Override
	public CompletionStage<Grant> yield(String name, String id, String nextId, long leaseMillis, long waitMillis,
			long cutoff) {
		return run(LockScript.YIELD, this.keys.key(name), id, millis(leaseMillis), this.retention, this.block,
				this.handOff, millis(cutoff), millis(waitMillis), nextId);
	}

	@Override
	public CompletionStage<Grant> giveBack(HandOff handOff) {
		return cancelKey(handOff.key(), handOff.id(), 0, 0);
	}

	@Override
	public CompletionStage<Grant> force(String name) {
		return run(LockScript.FORCE, this.keys.key(name), UNUSED, UNUSED, this.retention, this.block, this.handOff);
	}

	private CompletionStage<Grant> cancelKey(String key, String id, long acceptMillis, long cutoff) {
		return run(LockScript.CANCEL, key, id, millis(acceptMillis), this.retention, this.block, this.handOff,
				millis(cutoff));
	}

	@Override
	public CompletionStage<Grant> describe(String name) {
		return run(LockScript.DESCRIBE, this.keys.key(name)).thenCompose(this::withLabel);
	}

	private CompletionStage<Grant> withLabel(Grant grant) {
		Session open = this.session;
		StatefulRedisConnection<String, String> connection = (open != null) ? open.commands().current() : null;
		if (connection == null || grant.status() != Grant.Status.HELD) {
			return CompletableFuture.completedStage(grant);
		}
		String id = grant.holder();
		String holder = id.substring(id.startsWith("!") ? 1 : 0, Math.max(id.indexOf(':'), 0));
		return connection.async()
			.get(this.keys.holderLabel(holder))
			.handle((found, failure) -> new Grant(grant.status(), grant.serverNow(), grant.firstToken(),
					grant.lastToken(), grant.leaseMillis(), grant.queue(), (found != null) ? found : holder));
	}

	private CompletionStage<Grant> run(LockScript script, String key, String... arguments) {
		return send((connection, done) -> ScriptRunner.run(connection.async(), script, key, GrantOutput::new, done,
				arguments));
	}

	private <T> CompletionStage<T> send(Command<T> command) {
		Session open = this.session;
		StatefulRedisConnection<String, String> connection = (open != null) ? open.commands().current() : null;
		if (open == null || connection == null) {
			return CompletableFuture.failedStage(new StoreException(StoreException.Outcome.NOT_SENT,
					(open != null) ? "no connection to " + open.redis().address() + ": " + open.commands().trouble()
							: "the connection is closed",
					null));
		}
		open.commands().sent();
		CompletableFuture<T> answer = new CompletableFuture<>();
		try {
			command.run(connection, (reply, failure) -> {
				open.commands().answered();
				complete(open, connection, answer, reply, failure);
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
	public boolean isPushAvailable() {
		Session open = this.session;
		return open != null && open.pushes().current() != null;
	}

	@Override
	public void resubscribe() {
		Session open = this.session;
		StatefulRedisPubSubConnection<String, String> connection = (open != null) ? open.pushes().current() : null;
		if (open != null && connection != null) {
			open.pushes().replace(connection, "messages seem to be lost");
		}
	}

	@Override
	public void start(Listener listener) {
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

		void run(StatefulRedisConnection<String, String> connection, BiConsumer<@Nullable T, @Nullable Throwable> done);

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
			var commands = new SupervisedConnection<>(new CommandDialect(redis, store.clock, listener,
					store.keys.holderLabel(store.clientId), store.label), scheduler, store.timeoutMillis);
			var pushes = new SupervisedConnection<>(new PushDialect(redis, store.keys.channelPrefix() + store.clientId,
					listener, () -> commands.current() != null), scheduler, store.timeoutMillis);
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
