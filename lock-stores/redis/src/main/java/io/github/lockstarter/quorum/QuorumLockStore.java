package io.github.lockstarter.quorum;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.LockRequest;
import io.github.lockstarter.runtime.LockRuntime;
import io.github.lockstarter.runtime.ThreadRuntime;
import io.github.lockstarter.store.FailsInStages;
import io.github.lockstarter.store.LockClock;
import io.github.lockstarter.store.LockStartException;
import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.store.PushMessage;
import io.github.lockstarter.store.Renewal;
import io.github.lockstarter.store.StoreReply;
import io.github.lockstarter.store.StoreReply.Status;
import io.github.lockstarter.store.StoreState;
import io.github.lockstarter.store.StoreState.Condition;

/**
 * Locks on several independent masters: the attempt that has a majority of them has the
 * lock. A minority may be down, slow or empty.
 *
 * <p>
 * All nodes are asked at once, and a majority decides, as in Redlock ("Distributed Locks
 * with Redis", redis.io); unlike there, fencing tokens grow with every holder even where
 * exclusion fails. At a release each master hands its vote to the first of its own
 * waiters, so the order of waiters is not guaranteed.
 */
@FailsInStages
public final class QuorumLockStore implements LockStore {

	private final Quorum quorum;

	private final Function<LockRuntime, String> clientIds;

	private final LockRuntime runtime;

	private final Supplier<Timers> newTimers;

	private volatile String clientId;

	private volatile @Nullable RunningQuorum open;

	/**
	 * Creates the store, not connected.
	 * @param nodes the masters, three or five
	 * @param settings the times
	 * @param clientIds draws an identity at each start
	 * @param clock the clocks of this JVM
	 * @throws LockStartException if there are fewer, more, or an even number
	 */
	public QuorumLockStore(List<? extends QuorumNode> nodes, QuorumSettings settings,
			Function<LockRuntime, String> clientIds, LockClock clock) {
		this(nodes, settings, clientIds, new ThreadRuntime(clock));
	}

	/**
	 * Creates the store, not connected.
	 * @param nodes the masters, three or five
	 * @param settings the times
	 * @param clientIds draws an identity at each start
	 * @param runtime the clocks, the threads and the randomness
	 * @throws LockStartException if there are fewer, more, or an even number
	 */
	public QuorumLockStore(List<? extends QuorumNode> nodes, QuorumSettings settings,
			Function<LockRuntime, String> clientIds, LockRuntime runtime) {
		this(nodes, settings, clientIds, runtime, () -> new ThreadTimers(runtime));
	}

	QuorumLockStore(List<? extends QuorumNode> nodes, QuorumSettings settings, Function<LockRuntime, String> clientIds,
			LockRuntime runtime, Supplier<Timers> newTimers) {
		this.quorum = Quorum.of(nodes, settings, runtime.clock(), runtime::random);
		this.runtime = runtime;
		this.clientIds = clientIds;
		this.newTimers = newTimers;
		this.clientId = clientIds.apply(this.runtime);
	}

	@Override
	public String label() {
		return "Redis quorum of " + this.quorum.size() + " masters (" + this.quorum.addresses() + ")";
	}

	@Override
	public String kind() {
		return "redis";
	}

	@Override
	public String properties() {
		return "distributed-lock.redis.quorum.*";
	}

	@Override
	public String remedy(String said) {
		return this.quorum.nodes().stream().anyMatch((node) -> node.namesProperty(said)) ? ""
				: "Check that " + label() + " can be reached and that its user may run scripts (" + properties() + ").";
	}

	@Override
	public @Nullable String objection(LockRequest request) {
		return this.quorum.settings().objection(request);
	}

	@Override
	public String clientId() {
		return this.clientId;
	}

	@Override
	public CompletionStage<StoreReply> acquire(String name, String id, long leaseMillis, long waitMillis,
			long notAfter) {
		return acquire(name, this.quorum.proposal(id, leaseMillis, waitMillis, false, notAfter));
	}

	@Override
	public CompletionStage<StoreReply> askAgain(String name, String id, long leaseMillis, long waitMillis,
			long notAfter) {
		return acquire(name, this.quorum.proposal(id, leaseMillis, waitMillis, true, notAfter));
	}

	private CompletionStage<StoreReply> acquire(String name, Proposal proposal) {
		return ask((now) -> now.acquire(name, proposal));
	}

	@Override
	public CompletionStage<StoreReply> renew(String name, String id, long leaseMillis) {
		return renew(List.of(new Renewal(name, id, leaseMillis))).get(0);
	}

	@Override
	public List<CompletionStage<StoreReply>> renew(List<Renewal> renewals) {
		RunningQuorum now = this.open;
		return (now != null) ? now.renew(renewals)
				: renewals.stream().map((renewal) -> RunningQuorum.<StoreReply>closed()).toList();
	}

	@Override
	public CompletionStage<StoreReply> release(String name, String id, long holdMillis) {
		return withdraw(name, Withdrawal.end(id, holdMillis, NO_LIMIT)).thenApply((reply) -> switch (reply.status()) {
			case FINISHED -> as(Status.ALREADY, reply);
			case CANCELLED -> as(Status.NOT_OWNER, reply);
			default -> reply;
		});
	}

	private static StoreReply as(Status status, StoreReply reply) {
		return StoreReply.of(status, reply.time());
	}

	@Override
	public CompletionStage<StoreReply> cancel(String name, String id, long acceptMillis, long notAfter) {
		Withdrawal end = Withdrawal.end(id, 0, NO_LIMIT);
		if (acceptMillis == 0) {
			return withdraw(name, end);
		}
		return acquire(name, id, acceptMillis, 0, notAfter).thenCompose((reply) -> (reply.status() == Status.WAIT)
				? ask((now) -> now.withdrawUnlessOwned(name, end)).thenApply((ended) -> heldByAnother(ended, reply))
				: CompletableFuture.completedStage(reply));
	}

	// The request before may never be answered; what it was granted belonged to this one.
	// Several attempts that ask at once count as another holder, as in each answer of a
	// quorum.
	private static StoreReply heldByAnother(StoreReply ended, StoreReply seen) {
		return (ended.status() == Status.CANCELLED)
				? as(Status.CANCELLED, ended).withLease(Math.max(seen.leaseMillis(), 1)) : ended;
	}

	@Override
	public CompletionStage<StoreReply> giveBack(PushMessage message) {
		return ask((now) -> now.giveBack(message));
	}

	// Two rounds, so other waiters, which are notified between them, have their chance.
	// The next caller may give up between them, and asks no node then.
	@Override
	public CompletionStage<StoreReply> yield(String name, String id, String nextId, long leaseMillis, long waitMillis,
			long notAfter) {
		return ask((now) -> {
			QuorumAttempt next = now.expect(name, nextId);
			return now.withdraw(name, Withdrawal.end(id, 0, notAfter)).thenCompose((reply) -> switch (reply.status()) {
				case RELEASED, FINISHED ->
					now.acquire(next, name, this.quorum.proposal(nextId, leaseMillis, waitMillis, false, notAfter));
				case CANCELLED -> CompletableFuture.completedStage(as(Status.LOST, reply));
				default -> CompletableFuture.completedStage(reply);
			}).whenComplete((reply, failure) -> now.expectNoMore(next));
		});
	}

	private CompletionStage<StoreReply> withdraw(String name, Withdrawal withdrawal) {
		return ask((now) -> now.withdraw(name, withdrawal));
	}

	@Override
	public CompletionStage<StoreReply> force(String name) {
		return ask((now) -> now.take(name))
			.thenApply((reply) -> (reply.status() == Status.CANCELLED) ? as(Status.FREE, reply) : reply);
	}

	@Override
	public CompletionStage<StoreReply> force(String name, long fencingToken) {
		return ask((now) -> now.take(name, fencingToken))
			.thenApply((reply) -> (reply.status() == Status.CANCELLED) ? as(Status.NOT_OWNER, reply) : reply);
	}

	@Override
	public CompletionStage<StoreReply> describe(String name) {
		return ask((now) -> now.describe(name));
	}

	private CompletionStage<StoreReply> ask(Function<RunningQuorum, CompletionStage<StoreReply>> question) {
		RunningQuorum now = this.open;
		return (now != null) ? question.apply(now) : RunningQuorum.closed();
	}

	@Override
	public StoreState state() {
		return KnownNodes.majority(nodes());
	}

	@Override
	public Map<String, StoreState> nodes() {
		return this.quorum.known().states();
	}

	@Override
	public @Nullable String silence(Duration waited) {
		List<String> reasons = this.quorum.silent(waited);
		return reasons.isEmpty() ? null : this.quorum.noAnswer(reasons);
	}

	@Override
	public boolean isPushAvailable(String name) {
		// enough that at least one of them notifies the waiter, whichever majority is
		// released
		return this.quorum.nodes().stream().filter(QuorumNode::isPushAvailable).count() >= this.quorum.majority();
	}

	@Override
	public void resubscribe(String name) {
		this.quorum.nodes().forEach(QuorumNode::resubscribe);
	}

	@Override
	public void start(Listener listener) {
		this.clientId = this.clientIds.apply(this.runtime);
		RunningQuorum opened = RunningQuorum.of(this.quorum, this.newTimers.get());
		try {
			connect(listener, opened);
			this.quorum.known().check();
		}
		catch (RuntimeException | Error ex) {
			opened.stop();
			throw ex;
		}
		this.open = opened;
	}

	// Waits until a majority stands or cannot stand any more; then for the other masters
	// no longer than for an answer. An interrupted thread waits too.
	private void connect(Listener listener, RunningQuorum opened) {
		List<CompletableFuture<?>> tried = new ArrayList<>();
		for (int i = 0; i < this.quorum.size(); i++) {
			tried.add(this.quorum.nodes()
				.get(i)
				.start(this.clientId, opened.listener(i, listener), this.quorum.known().seat(i))
				.toCompletableFuture()
				.exceptionally((ex) -> null));
		}
		CompletableFuture<Void> decided = new CompletableFuture<>();
		tried.forEach((node) -> node.thenRun(() -> {
			if (isDecided(tried)) {
				decided.complete(null);
			}
		}));
		CompletableFuture<Void> forOthers = new CompletableFuture<>();
		opened.timers().later(() -> forOthers.complete(null), this.quorum.settings().commandTimeout().toMillis());
		this.runtime
			.awaitUninterruptibly(
					CompletableFuture.anyOf(CompletableFuture.allOf(tried.toArray(CompletableFuture[]::new)),
							CompletableFuture.allOf(decided, forOthers)),
					this.quorum.settings().startTimeout().toNanos());
	}

	private boolean isDecided(List<CompletableFuture<?>> tried) {
		int up = 0;
		int down = 0;
		for (int i = 0; i < tried.size(); i++) {
			if (tried.get(i).isDone()) {
				boolean stands = this.quorum.nodes().get(i).state().commands().condition() == Condition.UP;
				up += stands ? 1 : 0;
				down += stands ? 0 : 1;
			}
		}
		return up >= this.quorum.majority() || down > this.quorum.size() - this.quorum.majority();
	}

	@Override
	public void stop() {
		RunningQuorum now = this.open;
		this.open = null;
		if (now != null) {
			now.stop();
		}
	}

}
