package io.github.lockstarter.redis;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import io.lettuce.core.api.async.RedisAsyncCommands;
import org.jspecify.annotations.Nullable;

import io.github.lockstarter.LockRequest;
import io.github.lockstarter.core.LockSettings;
import io.github.lockstarter.redis.script.LockScript;
import io.github.lockstarter.runtime.LockRuntime;
import io.github.lockstarter.runtime.ThreadRuntime;
import io.github.lockstarter.store.AttemptId;
import io.github.lockstarter.store.FailsInStages;
import io.github.lockstarter.store.LockClock;
import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.store.PushMessage;
import io.github.lockstarter.store.Renewal;
import io.github.lockstarter.store.ServerClock;
import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.StoreReply;
import io.github.lockstarter.store.StoreState;

/**
 * Locks in one Redis master or in the masters of a Redis Cluster. Each lock is a hash
 * that only scripts change. Each master has a connection for commands, one for messages,
 * and a third where replicas have to confirm.
 */
@FailsInStages
public final class LettuceLockStore implements LockStore {

	private static final String ANY_TOKEN = "0";

	private static final String NO_TOKEN = "-1";

	private static final String FIRST_TIME = "0";

	private static final String AGAIN = "1";

	private final RedisClients clients;

	private final RedisSettings redisSettings;

	private final LockKeys keys;

	private final LockClock clock;

	private final String label;

	private final LockSettings settings;

	private final ScriptCall.Always always;

	private final LockRuntime runtime;

	private volatile String clientId;

	private volatile @Nullable Topology topology;

	/**
	 * Creates the store, not connected.
	 * @param clients makes the Redis clients
	 * @param settings the settings
	 * @param keyPrefix the prefix of every key and channel
	 * @param label this instance, for messages: application name, host, process id
	 * @param clock the clocks of this JVM
	 */
	public LettuceLockStore(RedisClients clients, LockSettings settings, String keyPrefix, String label,
			LockClock clock) {
		this(clients, settings, RedisSettings.DEFAULTS, keyPrefix, label, clock);
	}

	/**
	 * Creates the store, not connected.
	 * @param clients makes the Redis clients
	 * @param settings the settings
	 * @param redisSettings the requirements on the servers
	 * @param keyPrefix the prefix of every key and channel
	 * @param label this instance, for messages: application name, host, process id
	 * @param clock the clocks of this JVM
	 */
	public LettuceLockStore(RedisClients clients, LockSettings settings, RedisSettings redisSettings, String keyPrefix,
			String label, LockClock clock) {
		this(clients, settings, redisSettings, keyPrefix, label, new ThreadRuntime(clock));
	}

	/**
	 * Creates the store, not connected.
	 * @param clients makes the Redis clients
	 * @param settings the settings
	 * @param redisSettings the requirements on the servers
	 * @param keyPrefix the prefix of every key and channel
	 * @param label this instance, for messages: application name, host, process id
	 * @param runtime the clocks, the threads and the randomness
	 */
	public LettuceLockStore(RedisClients clients, LockSettings settings, RedisSettings redisSettings, String keyPrefix,
			String label, LockRuntime runtime) {
		this.clients = clients;
		this.redisSettings = redisSettings.checkedWith(settings);
		this.keys = new LockKeys(keyPrefix);
		this.runtime = runtime;
		this.clock = runtime.clock();
		this.clientId = runtime.drawClientId();
		this.label = label;
		this.settings = settings;
		this.always = ScriptCall.Always.of(settings);
	}

	@Override
	public String label() {
		return this.clients.label();
	}

	@Override
	public String kind() {
		return "redis";
	}

	@Override
	public String properties() {
		return "spring.data.redis.*";
	}

	@Override
	public String remedy(String said) {
		return Outage.namesProperty(said) ? ""
				: "Check that " + label() + " can be reached and that its user may run scripts (" + properties() + ").";
	}

	@Override
	public @Nullable String objection(LockRequest request) {
		return this.redisSettings.objection(request);
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
		return run(ScriptCall.waiting(LockScript.ACQUIRE, this.keys.key(name), this.always, id, leaseMillis, notAfter,
				waitMillis, again));
	}

	@Override
	public CompletionStage<StoreReply> share(String name, String id, int limit, long leaseMillis, long waitMillis,
			boolean again, long notAfter) {
		return run(ScriptCall.waiting(LockScript.SHARE, this.keys.key(name), this.always, id, leaseMillis, notAfter,
				waitMillis, (again ? AGAIN : FIRST_TIME) + " " + limit));
	}

	@Override
	public CompletionStage<StoreReply> renew(String name, String id, long leaseMillis) {
		return renew(List.of(new Renewal(name, id, leaseMillis))).get(0);
	}

	@Override
	public List<CompletionStage<StoreReply>> renew(List<Renewal> renewals) {
		Topology open = this.topology;
		if (open == null) {
			return renewals.stream().map((renewal) -> LettuceLockStore.<StoreReply>closed()).toList();
		}
		List<RenewCall> calls = RenewCall.batches(renewals, open.longestBatch(), this.keys, this.always.retention());
		return RenewCall.answers(calls, open.renew(calls));
	}

	@Override
	public CompletionStage<StoreReply> release(String name, String id, long holdMillis) {
		return run(ScriptCall.of(LockScript.RELEASE, this.keys.key(name), this.always, id, holdMillis));
	}

	@Override
	public CompletionStage<StoreReply> cancel(String name, String id, long acceptMillis, long notAfter) {
		return cancelKey(this.keys.key(name), id, acceptMillis, notAfter);
	}

	@Override
	public CompletionStage<StoreReply> yield(String name, String id, String nextId, long leaseMillis, long waitMillis,
			long notAfter) {
		return run(ScriptCall.waiting(LockScript.YIELD, this.keys.key(name), this.always, id, leaseMillis, notAfter,
				waitMillis, nextId));
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
		return run(ScriptCall.of(LockScript.FORCE, this.keys.key(name), this.always, token, 0));
	}

	private CompletionStage<StoreReply> cancelKey(String key, String id, long acceptMillis, long notAfter) {
		return run(ScriptCall.until(LockScript.CANCEL, key, this.always, id, acceptMillis, notAfter));
	}

	@Override
	public CompletionStage<StoreReply> describe(String name) {
		return run(ScriptCall.of(LockScript.DESCRIBE, this.keys.key(name), this.always, "", 0))
			.thenCompose((reply) -> (reply.status() == StoreReply.Status.HELD) ? withLabel(reply)
					: CompletableFuture.completedStage(reply));
	}

	private CompletionStage<StoreReply> withLabel(StoreReply held) {
		if (held.sharers().some().isEmpty()) {
			return named(held.holder()).thenApply(held::withHolder);
		}
		Map<String, CompletionStage<String>> names = new HashMap<>();
		held.sharers().some().forEach((sharer) -> names.computeIfAbsent(sharer.holder(), this::named));
		CompletionStage<?> all = CompletableFuture.completedStage(null);
		for (CompletionStage<String> name : names.values()) {
			all = all.thenCombine(name, (before, known) -> before);
		}
		return all.thenApply((done) -> held.withSharers(
				held.sharers().named((id) -> Objects.requireNonNull(names.get(id)).toCompletableFuture().join())));
	}

	// does not fail: without a label it is the client id
	private CompletionStage<String> named(String id) {
		String client = AttemptId.client(id);
		return label(client).handle((label, failure) -> (label != null) ? label : client);
	}

	CompletionStage<String> label(String client) {
		Topology open = this.topology;
		if (open == null) {
			return closed();
		}
		String key = this.keys.holderLabel(client);
		return open.<String>run(key, (node, redis, asked, done) -> {
			RedisAsyncCommands<String, String> commands = redis.connection().async();
			if (asked) {
				commands.asking();
			}
			commands.get(key).whenComplete((found, failure) -> done.accept((found != null) ? found : client, failure));
		});
	}

	CompletionStage<StoreReply> run(ScriptCall call) {
		Topology open = this.topology;
		return (open != null) ? open.run(call.key(), call) : closed();
	}

	private static <T> CompletionStage<T> closed() {
		return CompletableFuture
			.failedStage(new StoreException(StoreException.Outcome.NOT_SENT, "the connection is closed", null));
	}

	@Override
	public boolean isPushAvailable(String name) {
		RedisNode node = node(name);
		return node != null && node.isPushAvailable();
	}

	@Override
	public void resubscribe(String name) {
		RedisNode node = node(name);
		if (node != null) {
			node.resubscribe();
		}
	}

	/**
	 * The cutoff of a command by the clock of the server that has the lock.
	 * @param name the lock name
	 * @param notAfter a moment of this JVM, or {@link #NO_LIMIT}
	 * @return milliseconds, for the scripts
	 */
	public long cutoff(String name, long notAfter) {
		RedisNode node = node(name);
		return (node != null) ? node.cutoff(notAfter) : new ServerClock(this.clock.now()).at(notAfter);
	}

	private @Nullable RedisNode node(String name) {
		Topology open = this.topology;
		return (open != null) ? open.node(this.keys.key(name)) : null;
	}

	@Override
	public StoreState state() {
		Topology open = this.topology;
		return (open != null) ? open.state() : StoreState.UNKNOWN;
	}

	@Override
	public Map<String, StoreState> nodes() {
		Topology open = this.topology;
		return (open != null) ? open.nodes() : Map.of();
	}

	@Override
	public void start(Listener listener) {
		RunningRedis session = begin(this.runtime.drawClientId(), listener);
		Topology opened = this.clients.isCluster()
				? new ClusterTopology(session, ownLabel(session), label(), this.clients.nodes())
				: new FollowedMaster(session, ownLabel(session), master(session));
		try {
			opened.start();
		}
		catch (RuntimeException | Error ex) {
			// also when no thread could be started
			opened.stop();
			throw ex;
		}
		use(opened);
	}

	RunningRedis begin(String newClientId, Listener listener) {
		this.clientId = newClientId;
		return new RunningRedis(this.clients.open(this.settings.startTimeout()),
				Supervision.start(this.settings, this.clients.isNamed() ? null : this.label, this.runtime), this.clock,
				this.redisSettings, this.keys, newClientId, listener);
	}

	OwnLabel ownLabel(RunningRedis session) {
		return new OwnLabel(this.clock, this.keys.holderLabel(session.clientId()), this.label);
	}

	void use(Topology opened) {
		this.topology = opened;
	}

	private MasterSource master(RunningRedis session) {
		if (!session.redis().uri().getSentinels().isEmpty()) {
			return new Sentinels(session);
		}
		List<Address> nodes = this.clients.nodes();
		return nodes.isEmpty() ? new OneServer(session) : new ListedNodes(session, nodes);
	}

	@Override
	public void stop() {
		Topology open = this.topology;
		this.topology = null;
		if (open != null) {
			open.stop();
		}
	}

}
