package io.github.lockstarter.redis;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

import io.lettuce.core.api.async.RedisAsyncCommands;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.github.lockstarter.core.LockSettings;
import io.github.lockstarter.quorum.Proposal;
import io.github.lockstarter.quorum.QuorumNode;
import io.github.lockstarter.quorum.Withdrawal;
import io.github.lockstarter.redis.script.LockScript;
import io.github.lockstarter.redis.script.ScriptArguments;
import io.github.lockstarter.redis.script.ScriptExchange;
import io.github.lockstarter.redis.script.ScriptRun;
import io.github.lockstarter.runtime.LockRuntime;
import io.github.lockstarter.runtime.ThreadRuntime;
import io.github.lockstarter.store.LockClock;
import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.store.Renewal;
import io.github.lockstarter.store.StoreReply;
import io.github.lockstarter.store.StoreState;
import io.github.lockstarter.text.DurationText;
import io.github.lockstarter.text.LoggedText;

/**
 * One Redis master of a quorum: connected like a single Redis, with scripts of its own.
 */
public final class QuorumMaster implements QuorumNode {

	private static final Logger logger = LoggerFactory.getLogger(QuorumMaster.class);

	// As long as the label of an instance: it is reported again when that is written
	// again.
	private static final Duration TOLD_FOR = Duration.ofHours(1);

	private final RedisClients clients;

	private final LockClock clock;

	private final LockKeys keys;

	private final ScriptCall.Always always;

	private final LettuceLockStore locks;

	private volatile @Nullable Connections open;

	/**
	 * Creates the node, not connected.
	 * @param clients makes the Redis clients
	 * @param settings the settings
	 * @param keyPrefix the prefix of every key and channel
	 * @param label this instance, for messages
	 * @param clock the clocks of this JVM
	 */
	public QuorumMaster(RedisClients clients, LockSettings settings, String keyPrefix, String label, LockClock clock) {
		this(clients, settings, keyPrefix, label, new ThreadRuntime(clock));
	}

	/**
	 * Creates the node, not connected.
	 * @param clients makes the Redis clients
	 * @param settings the settings
	 * @param keyPrefix the prefix of every key and channel
	 * @param label this instance, for messages
	 * @param runtime the clocks, the threads and the randomness
	 */
	public QuorumMaster(RedisClients clients, LockSettings settings, String keyPrefix, String label,
			LockRuntime runtime) {
		this.clients = clients;
		this.clock = runtime.clock();
		this.keys = new LockKeys(keyPrefix);
		this.always = ScriptCall.Always.of(settings);
		this.locks = new LettuceLockStore(clients, settings, RedisSettings.DEFAULTS, keyPrefix, label, runtime);
	}

	@Override
	public String address() {
		return this.clients.address();
	}

	@Override
	public String identity() {
		Connections now = this.open;
		return (now != null && now.node().isReachable()) ? now.runId : "";
	}

	@Override
	public @Nullable String flaw() {
		Connections now = this.open;
		return (now != null) ? now.flaw : null;
	}

	@Override
	public CompletionStage<StoreReply> propose(String name, Proposal proposal) {
		String last = proposal.round() + " " + proposal.floor() + (proposal.again() ? " 1" : " 0");
		return this.locks.run(ScriptCall.waiting(LockScript.PROPOSE, this.keys.key(name), this.always, proposal.id(),
				proposal.leaseMillis(), proposal.notAfter(), proposal.waitMillis(), last));
	}

	@Override
	public CompletionStage<StoreReply> raise(String name, Proposal proposal, long token) {
		return this.locks.run(ScriptCall.storing(LockScript.RAISE, this.keys.key(name), this.always, proposal.id(),
				token, proposal.round()));
	}

	@Override
	public CompletionStage<StoreReply> withdraw(String name, Withdrawal withdrawal) {
		String upTo = (withdrawal.round() == Withdrawal.END) ? "end" : Long.toString(withdrawal.round());
		String last = (withdrawal.floor() > 0) ? upTo + " " + withdrawal.floor() : upTo;
		long millis = (withdrawal.placeMillis() > 0) ? withdrawal.leaseMillis() : withdrawal.holdMillis();
		return this.locks.run(ScriptCall.waiting(LockScript.WITHDRAW, this.keys.key(name), this.always, withdrawal.id(),
				millis, withdrawal.notAfter(), withdrawal.placeMillis(), last));
	}

	@Override
	public List<CompletionStage<StoreReply>> renew(List<Renewal> renewals) {
		return this.locks.renew(renewals);
	}

	@Override
	public CompletionStage<StoreReply> describe(String name) {
		return this.locks.run(ScriptCall.of(LockScript.DESCRIBE, this.keys.key(name), this.always, "", 0));
	}

	@Override
	public CompletionStage<String> label(String clientId) {
		return this.locks.label(clientId);
	}

	@Override
	public long serverMicros(long nanos) {
		Connections now = this.open;
		return (now != null) ? now.node().micros(nanos) : 0;
	}

	@Override
	public Start started() {
		Connections now = this.open;
		return (now != null) ? new Start(now.startedNanos, now.node().cutoff(now.startedNanos))
				: new Start(this.clock.nanoTime(), 0);
	}

	@Override
	public StoreState state() {
		return this.locks.state();
	}

	@Override
	public boolean isPushAvailable() {
		Connections now = this.open;
		return now != null && now.node().isPushAvailable();
	}

	@Override
	public void resubscribe() {
		Connections now = this.open;
		if (now != null) {
			now.node().resubscribe();
		}
	}

	@Override
	public CompletionStage<?> start(String clientId, LockStore.Listener listener, Seat seat) {
		RunningRedis session = this.locks.begin(clientId, listener);
		Connections opened = new Connections(session, this.locks.ownLabel(session), seat);
		// before it connects: the callbacks read it
		this.open = opened;
		this.locks.use(opened);
		opened.start();
		return opened.node().tried();
	}

	@Override
	public void stop() {
		this.open = null;
		this.locks.stop();
	}

	@Override
	public boolean namesProperty(String said) {
		return Outage.namesProperty(said);
	}

	/**
	 * The running node; on each connection the master reports its identity and its start
	 * and receives the longest lease, and because a restart breaks all connections, no
	 * client misses one.
	 */
	private static final class Connections extends SingleTopology {

		private final RunningRedis session;

		private final OwnLabel label;

		private final Seat seat;

		// by the monotonic clock, not before the start of the server
		private volatile long startedNanos;

		// empty until it is known
		private volatile String runId = "";

		private volatile @Nullable String flaw;

		private Connections(RunningRedis session, OwnLabel label, Seat seat) {
			super(session, false);
			this.session = session;
			this.label = label;
			this.seat = seat;
			this.startedNanos = session.clock().nanoTime();
		}

		// does not wait: a majority of the masters is enough
		@Override
		public void start() {
			node().start();
		}

		@Override
		public CompletionStage<RedisClients.Handle> find() {
			return CompletableFuture.completedStage(this.session.redis());
		}

		@Override
		public boolean isTarget(RedisClients.Handle target) {
			return true;
		}

		@Override
		public CompletionStage<ServerIdentity> greet(RedisAsyncCommands<String, String> commands) {
			CompletionStage<Answer> answer = tell(commands, this.seat.ownLongestMillis());
			return writeLabel(commands)
				.thenCombine(ServerIdentity.askForCertain(commands, this.session.keys().channelPrefix()),
						(done, state) -> {
							if (state.isCluster()) {
								this.flaw = "is a node of a Redis Cluster";
								throw new IllegalStateException("it " + this.flaw);
							}
							this.flaw = null;
							return state;
						})
				.thenCombine(answer, (state, said) -> met(commands, state, said))
				.thenCompose(Function.identity());
		}

		// A grant counts only from a server that knows the longest lease. One that has
		// restarted may have known a longer one.
		private CompletionStage<ServerIdentity> met(RedisAsyncCommands<String, String> commands, ServerIdentity state,
				Answer said) {
			this.startedNanos = state.startedNanos(this.session.clock().nanoTime());
			boolean restarted = !this.runId.isEmpty() && !state.runId().equals(this.runId);
			long longest = this.seat.longestMillis();
			CompletionStage<Answer> answer = (restarted && longest > said.longestMillis) ? tell(commands, longest)
					: CompletableFuture.completedStage(said);
			return answer.thenApply((last) -> {
				report(state.runId(), last);
				warn(state);
				this.runId = state.runId();
				return state;
			});
		}

		private void report(String run, Answer said) {
			if (said.longestMillis >= 0) {
				this.seat.told(run, said.longestMillis, said.asked);
			}
			if (said.trouble != null) {
				this.seat.notTold(said.trouble);
			}
		}

		private void warn(ServerIdentity state) {
			Duration uptime = state.uptime();
			Duration left = this.seat.restartDelay().minus(uptime);
			if (!state.runId().equals(this.runId) && !left.isNegative() && !left.isZero()) {
				logger.warn("Redis at " + this.session.redis().address() + " started "
						+ DurationText.of(uptime.isZero() ? Duration.ofSeconds(1) : uptime)
						+ " ago and may have lost leases: its vote does not count for another " + DurationText.of(left)
						+ " (distributed-lock.redis.restart-delay)");
			}
		}

		// A full server may refuse; then it returns at least what it knows already.
		@SuppressWarnings("deprecation") // for those who would close the connection
		private CompletionStage<Answer> tell(RedisAsyncCommands<String, String> commands, long millis) {
			long asked = this.session.clock().nanoTime();
			Longest exchange = new Longest(this.session.keys().longest(), millis);
			return ScriptRun.send(commands.getStatefulConnection(), LockScript.LONGEST, exchange)
				.handle((reply, failure) -> {
					if (failure != null) {
						return commands.get(this.session.keys().longest())
							.handle((longest, trouble) -> new Answer((trouble != null) ? -1 : millis(longest), asked,
									LoggedText.of(String.valueOf(failure.getMessage()))));
					}
					return CompletableFuture.completedStage(new Answer(reply.leaseMillis(), asked, null));
				})
				.thenCompose(Function.identity());
		}

		private CompletionStage<?> ask(RedisAsyncCommands<String, String> commands) {
			String run = this.runId;
			long asked = this.session.clock().nanoTime();
			return commands.get(this.session.keys().longest())
				.thenCompose((longest) -> (millis(longest) < this.seat.ownLongestMillis())
						? tell(commands, this.seat.ownLongestMillis())
						: CompletableFuture.completedStage(new Answer(millis(longest), asked, null)))
				.thenAccept((said) -> report(run, said));
		}

		private static long millis(@Nullable String longest) {
			return (longest != null && longest.matches("\\d{1,15}")) ? Long.parseLong(longest) : 0;
		}

		@Override
		public @Nullable CompletionStage<?> look(RedisAsyncCommands<String, String> commands, boolean ping) {
			if (this.label.isDue(ping)) {
				String run = this.runId;
				CompletionStage<Answer> told = tell(commands, this.seat.ownLongestMillis());
				told.thenAccept((said) -> report(run, said));
				return writeLabel(commands).thenCombine(told, (label, said) -> said);
			}
			return ping ? ask(commands) : null;
		}

		private CompletionStage<?> writeLabel(RedisAsyncCommands<String, String> commands) {
			return this.label.writeToMaster(commands).whenComplete((done, failure) -> {
				if (failure != null) {
					this.flaw = OwnLabel.REPLICA;
				}
			});
		}

		@Override
		public String consequence() {
			return "Locks continue while a majority of the masters can be reached.";
		}

		@Override
		public void onConnected() {
			node().listenWhereCommandsAreSent();
			this.seat.connected();
		}

		@Override
		public void onDisconnected() {
			this.seat.away();
		}

	}

	/**
	 * A server's report of the longest lease, negative without one; {@code asked} is in
	 * nanoseconds of this JVM, and {@code trouble} says why it did not store ours.
	 */
	private record Answer(long longestMillis, long asked, @Nullable String trouble) {

	}

	private record Longest(String key, long millis) implements ScriptExchange<StoreReply> {

		@Override
		public void write(ScriptArguments to) {
			to.add(1).add(this.key).add(this.millis).add(TOLD_FOR.toMillis());
		}

		@Override
		public ScriptCall.Output output() {
			return new ScriptCall.Output("");
		}

	}

}
