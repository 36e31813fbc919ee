package io.github.lockstarter.redis;

import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.core.LockSettings;
import io.github.lockstarter.quorum.Proposal;
import io.github.lockstarter.quorum.QuorumNode;
import io.github.lockstarter.quorum.Withdrawal;
import io.github.lockstarter.redis.script.LockScript;
import io.github.lockstarter.runtime.LockRuntime;
import io.github.lockstarter.runtime.ThreadRuntime;
import io.github.lockstarter.store.LockClock;
import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.store.Renewal;
import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.StoreReply;
import io.github.lockstarter.store.StoreState;

/**
 * One Redis master of a quorum: its connections and the scripts for it.
 */
public final class QuorumMaster implements QuorumNode {

	// as for a single Redis: less than a millisecond for everybody else
	private static final int RENEWALS_PER_COMMAND = 100;

	private final RedisClients clients;

	private final LockKeys keys;

	private final LockRuntime runtime;

	private final LockClock clock;

	private final String label;

	private final LockSettings settings;

	private final ScriptCall.Always always;

	private volatile @Nullable Open open;

	/**
	 * Creates the node, not connected.
	 * @param clients makes the Redis clients
	 * @param settings the settings
	 * @param keyPrefix what every key and channel begins with
	 * @param label who this instance is, for people
	 * @param clock the clocks of this JVM
	 */
	public QuorumMaster(RedisClients clients, LockSettings settings, String keyPrefix, String label, LockClock clock) {
		this(clients, settings, keyPrefix, label, new ThreadRuntime(clock));
	}

	/**
	 * Creates the node, not connected.
	 * @param clients makes the Redis clients
	 * @param settings the settings
	 * @param keyPrefix what every key and channel begins with
	 * @param label who this instance is, for people
	 * @param runtime the clocks, the threads and the chance
	 */
	public QuorumMaster(RedisClients clients, LockSettings settings, String keyPrefix, String label,
			LockRuntime runtime) {
		this.clients = clients;
		this.keys = new LockKeys(keyPrefix);
		this.runtime = runtime;
		this.clock = runtime.clock();
		this.label = label;
		this.settings = settings;
		this.always = ScriptCall.Always.of(settings);
	}

	/**
	 * Draws the identity of an instance, for all nodes of a quorum.
	 * @param runtime draws its bits
	 * @return a client id
	 */
	public static String drawClientId(LockRuntime runtime) {
		return ClientId.draw(runtime);
	}

	@Override
	public String address() {
		return this.clients.address();
	}

	@Override
	public String identity() {
		Open now = this.open;
		return (now != null && now.node().isReachable()) ? now.role().runId() : "";
	}

	@Override
	public @Nullable String flaw() {
		Open now = this.open;
		return (now != null) ? now.role().flaw() : null;
	}

	@Override
	public CompletionStage<StoreReply> propose(String name, Proposal proposal) {
		String last = proposal.round() + " " + proposal.floor() + (proposal.again() ? " 1" : " 0");
		return run(ScriptCall.waiting(LockScript.PROPOSE, this.keys.key(name), this.always, proposal.id(),
				proposal.leaseMillis(), proposal.notAfter(), proposal.waitMillis(), last));
	}

	@Override
	public CompletionStage<StoreReply> raise(String name, Proposal proposal, long token) {
		return run(ScriptCall.storing(LockScript.RAISE, this.keys.key(name), this.always, proposal.id(), token,
				proposal.round()));
	}

	@Override
	public CompletionStage<StoreReply> withdraw(String name, Withdrawal withdrawal) {
		String upTo = (withdrawal.round() == Withdrawal.END) ? "end" : Long.toString(withdrawal.round());
		return run(ScriptCall.waiting(LockScript.WITHDRAW, this.keys.key(name), this.always, withdrawal.id(),
				withdrawal.holdMillis(), withdrawal.notAfter(), withdrawal.placeMillis(), upTo));
	}

	@Override
	public List<CompletionStage<StoreReply>> renew(List<Renewal> renewals) {
		Open now = this.open;
		if (now == null) {
			return renewals.stream().map((renewal) -> QuorumMaster.<StoreReply>closed()).toList();
		}
		List<RenewCall> calls = RenewCall.batches(renewals, RENEWALS_PER_COMMAND, this.keys, this.always.retention());
		return RenewCall.answers(calls, calls.stream().map((call) -> now.node().send(call)).toList());
	}

	@Override
	public CompletionStage<StoreReply> describe(String name) {
		return run(ScriptCall.of(LockScript.DESCRIBE, this.keys.key(name), this.always, "", 0));
	}

	@Override
	public CompletionStage<String> label(String clientId) {
		Open now = this.open;
		if (now == null) {
			return closed();
		}
		return now.node()
			.<String>send((node, redis, asked, done) -> redis.connection()
				.async()
				.get(this.keys.holderLabel(clientId))
				.thenApply((found) -> Objects.requireNonNullElse(found, clientId))
				.whenComplete(done));
	}

	private CompletionStage<StoreReply> run(ScriptCall call) {
		Open now = this.open;
		return (now != null) ? now.node().send(call) : closed();
	}

	private static <T> CompletionStage<T> closed() {
		return CompletableFuture
			.failedStage(new StoreException(StoreException.Outcome.NOT_SENT, "the connection is closed", null));
	}

	@Override
	public long serverMicros(long nanos) {
		Open now = this.open;
		return (now != null) ? now.node().micros(nanos) : 0;
	}

	@Override
	public Start started() {
		Open now = this.open;
		return (now != null) ? new Start(now.role().startedNanos(), now.node().cutoff(now.role().startedNanos()))
				: new Start(this.clock.nanoTime(), 0);
	}

	@Override
	public StoreState state() {
		Open now = this.open;
		return (now != null) ? now.node().state() : StoreState.UNKNOWN;
	}

	@Override
	public boolean isPushAvailable() {
		Open now = this.open;
		return now != null && now.node().isPushAvailable();
	}

	@Override
	public void resubscribe() {
		Open now = this.open;
		if (now != null) {
			now.node().resubscribe();
		}
	}

	@Override
	public CompletionStage<?> start(String clientId, LockStore.Listener listener, Seat seat) {
		Session session = new Session(this.clients.open(this.settings.startTimeout()),
				Supervision.start(this.settings, this.clients.isNamed() ? null : this.label, this.runtime), this.clock,
				RedisSettings.DEFAULTS, this.keys, clientId, listener);
		QuorumRole role = new QuorumRole(session, new OwnLabel(this.clock, this.keys.holderLabel(clientId), this.label),
				seat);
		RedisNode node = new RedisNode(session, session.redis(), role, null);
		this.open = new Open(session, role, node);
		node.start();
		return node.tried();
	}

	@Override
	public void stop() {
		Open now = this.open;
		this.open = null;
		if (now != null) {
			now.node().stop();
			now.session().close();
		}
	}

	@Override
	public boolean namesProperty(String said) {
		return Outage.namesProperty(said);
	}

	/**
	 * Between a start and a stop.
	 */
	private record Open(Session session, QuorumRole role, RedisNode node) {

	}

}
