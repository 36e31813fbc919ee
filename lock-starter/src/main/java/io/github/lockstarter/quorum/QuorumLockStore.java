package io.github.lockstarter.quorum;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.DoubleSupplier;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.LockRequest;
import io.github.lockstarter.store.LockClock;
import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.store.PushMessage;
import io.github.lockstarter.store.Renewal;
import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.StoreReply;
import io.github.lockstarter.store.StoreReply.Status;
import io.github.lockstarter.store.StoreState;

/**
 * Locks on several independent masters: who has a majority of them has the lock. A
 * minority may be down, slow or empty. All nodes are asked at once, and a majority
 * decides, as in Redlock ("Distributed Locks with Redis", redis.io); other than there,
 * fencing tokens grow with every holder, also where exclusion fails: see
 * {@link AcquireRound}. Waiters are woken by a release, and ask; they have no order.
 */
public final class QuorumLockStore implements LockStore {

	private final Quorum quorum;

	private final Supplier<String> clientIds;

	private final Supplier<Timers> newTimers;

	private final Map<String, Attempt> attempts = new ConcurrentHashMap<>();

	private volatile String clientId;

	private volatile @Nullable Running running;

	/**
	 * Creates the store, not connected.
	 * @param nodes the masters, an odd number, each for itself
	 * @param terms the times
	 * @param clientIds draws an identity at each start
	 * @param clock the clocks of this JVM
	 */
	public QuorumLockStore(List<? extends QuorumNode> nodes, QuorumTerms terms, Supplier<String> clientIds,
			LockClock clock) {
		this(nodes, terms, clientIds, clock, () -> ThreadLocalRandom.current().nextDouble(), ThreadTimers::new);
	}

	QuorumLockStore(List<? extends QuorumNode> nodes, QuorumTerms terms, Supplier<String> clientIds, LockClock clock,
			DoubleSupplier random, Supplier<Timers> newTimers) {
		if (nodes.size() < 3 || nodes.size() % 2 == 0) {
			throw new IllegalArgumentException(
					"A quorum is of an odd number of masters, 3 or more; not " + nodes.size());
		}
		this.quorum = new Quorum(List.copyOf(nodes), terms, clock, random, new AtomicLong());
		this.clientIds = clientIds;
		this.newTimers = newTimers;
		this.clientId = clientIds.get();
	}

	@Override
	public String label() {
		return "The quorum of " + this.quorum.size() + " Redis masters (" + this.quorum.addresses() + ")";
	}

	@Override
	public @Nullable String objection(LockRequest request) {
		if (request.fair()) {
			return "A quorum of masters has no common queue: it cannot serve waiters in the order of their arrival. "
					+ "Remove fair, or keep such locks on one Redis";
		}
		Duration delay = this.quorum.terms().restartDelay();
		Duration longest = request.leaseTime().orElse(Duration.ZERO);
		longest = (longest.compareTo(request.minHold()) >= 0) ? longest : request.minHold();
		if (!delay.isZero() && longest.compareTo(delay) > 0) {
			return "A lease or minimum hold of " + longest.toMillis() + "ms is longer than distributed-lock.redis."
					+ "restart-delay (" + delay.toMillis() + "ms): a master that restarts would forget it and give the "
					+ "lock to another. Make restart-delay as long as the longest lease";
		}
		return null;
	}

	@Override
	public String clientId() {
		return this.clientId;
	}

	@Override
	public CompletionStage<StoreReply> acquire(String name, String id, long leaseMillis, long waitMillis,
			long notAfter) {
		return acquire(name,
				new Proposal(id, this.quorum.nextRound(), leaseMillis, waitMillis, false, notAfter, floor()));
	}

	@Override
	public CompletionStage<StoreReply> askAgain(String name, String id, long leaseMillis, long waitMillis,
			long notAfter) {
		return acquire(name,
				new Proposal(id, this.quorum.nextRound(), leaseMillis, waitMillis, true, notAfter, floor()));
	}

	private long floor() {
		return this.quorum.floor(this.quorum.clock().nanoTime());
	}

	private CompletionStage<StoreReply> acquire(String name, Proposal proposal) {
		Running open = this.running;
		if (open == null) {
			return closed();
		}
		Attempt attempt = this.attempts.computeIfAbsent(proposal.id(), Attempt::new);
		return new AcquireRound(this.quorum, open.withdrawals(), open.reminders(), attempt, name, proposal).start()
			.whenComplete((reply, failure) -> {
				if ((reply == null || !reply.isInStore()) && attempt.isLatest(proposal.round()) && !attempt.isOwner()) {
					this.attempts.remove(proposal.id(), attempt);
				}
			});
	}

	@Override
	public CompletionStage<StoreReply> renew(String name, String id, long leaseMillis) {
		return renew(List.of(new Renewal(name, id, leaseMillis))).get(0);
	}

	@Override
	public List<CompletionStage<StoreReply>> renew(List<Renewal> renewals) {
		Running open = this.running;
		if (open == null) {
			return renewals.stream().map((renewal) -> closed()).toList();
		}
		List<RenewRound> rounds = new ArrayList<>(renewals.size());
		renewals.forEach((renewal) -> rounds.add(new RenewRound(this.quorum, (node) -> remind(open, node, renewal))));
		List<List<CompletionStage<StoreReply>>> asked = this.quorum.nodes()
			.stream()
			.map((node) -> node.renew(renewals))
			.toList();
		for (int node = 0; node < asked.size(); node++) {
			for (int i = 0; i < rounds.size(); i++) {
				List<CompletionStage<StoreReply>> answers = asked.get(node);
				int index = i;
				this.quorum.ask(node, (one) -> answers.get(index), rounds.get(i)::onVote);
			}
		}
		return rounds.stream().map(RenewRound::answer).toList();
	}

	private void remind(Running open, int node, Renewal renewal) {
		Attempt attempt = this.attempts.get(renewal.id());
		if (attempt != null) {
			open.reminders().now(node, attempt, renewal.name());
		}
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
		return new StoreReply(status, reply.time(), 0, 0, 0, 0, "");
	}

	@Override
	public CompletionStage<StoreReply> cancel(String name, String id, long acceptMillis, long notAfter) {
		Withdrawal end = Withdrawal.end(id, 0, NO_LIMIT);
		if (acceptMillis == 0) {
			return withdraw(name, end);
		}
		return acquire(name, id, acceptMillis, 0, notAfter).thenCompose((reply) -> (reply.status() == Status.WAIT)
				? withdraw(name, end) : CompletableFuture.completedStage(reply));
	}

	@Override
	public CompletionStage<StoreReply> giveBack(PushMessage message) {
		return CompletableFuture
			.failedStage(new StoreException(StoreException.Outcome.REJECTED, "A quorum hands nothing over", null));
	}

	/**
	 * Two rounds: what was given up may be taken by others who wait, who were told.
	 */
	@Override
	public CompletionStage<StoreReply> yield(String name, String id, String nextId, long leaseMillis, long waitMillis,
			long notAfter) {
		return withdraw(name, Withdrawal.end(id, 0, notAfter)).thenCompose((reply) -> switch (reply.status()) {
			case RELEASED, FINISHED -> acquire(name, nextId, leaseMillis, waitMillis, notAfter);
			case CANCELLED -> CompletableFuture.completedStage(as(Status.LOST, reply));
			default -> CompletableFuture.completedStage(reply);
		});
	}

	@Override
	public CompletionStage<StoreReply> force(String name) {
		return withdraw(name, Withdrawal.end(Withdrawal.WHOEVER, 0, NO_LIMIT));
	}

	private CompletionStage<StoreReply> withdraw(String name, Withdrawal withdrawal) {
		Running open = this.running;
		if (open == null) {
			return closed();
		}
		WithdrawRound round = new WithdrawRound(this.quorum);
		Attempt attempt = this.attempts.getOrDefault(withdrawal.id(), new Attempt(withdrawal.id()));
		attempt.mutex.lock();
		try {
			attempt.end();
			this.attempts.remove(withdrawal.id(), attempt);
			open.withdrawals().send(name, withdrawal, repeatMillis(withdrawal, attempt), round::onVote);
		}
		finally {
			attempt.mutex.unlock();
		}
		return round.answer();
	}

	/**
	 * What an administrator takes is taken now or not: later it may be another's.
	 */
	private long repeatMillis(Withdrawal withdrawal, Attempt attempt) {
		return withdrawal.id().equals(Withdrawal.WHOEVER) ? 0
				: Math.max(attempt.leaseMillis(), this.quorum.terms().lease().toMillis());
	}

	@Override
	public CompletionStage<StoreReply> describe(String name) {
		return (this.running == null) ? closed()
				: new DescribeRound(this.quorum).start(name).thenCompose(this::withLabel);
	}

	private CompletionStage<StoreReply> withLabel(StoreReply reply) {
		if (reply.status() != Status.HELD) {
			return CompletableFuture.completedStage(reply);
		}
		String id = reply.holder();
		String holder = id.substring(id.startsWith("!") ? 1 : 0, Math.max(id.indexOf(':'), 0));
		return new LabelRound(this.quorum, holder).find()
			.thenApply((label) -> new StoreReply(reply.status(), reply.time(), reply.firstToken(), reply.lastToken(),
					reply.leaseMillis(), reply.queue(), label));
	}

	@Override
	public StoreState state() {
		return MajorityState.of(this.quorum.nodes());
	}

	@Override
	public boolean isPushAvailable(String name) {
		// so many that one of them is told by whatever majority is released
		return this.quorum.nodes().stream().filter(QuorumNode::isPushAvailable).count() >= this.quorum.majority();
	}

	@Override
	public void resubscribe(String name) {
		this.quorum.nodes().forEach(QuorumNode::resubscribe);
	}

	@Override
	public void start(Listener listener) {
		this.clientId = this.clientIds.get();
		Timers timers = this.newTimers.get();
		CompletableFuture<?>[] tried = this.quorum.nodes()
			.stream()
			.map((node) -> node.start(this.clientId, listener).toCompletableFuture())
			.toArray(CompletableFuture[]::new);
		CompletableFuture.allOf(tried)
			.exceptionally((failure) -> null)
			.completeOnTimeout(null, this.quorum.terms().commandTimeout().toMillis(), TimeUnit.MILLISECONDS)
			.join();
		try {
			NodeCheck.check(this.quorum.nodes());
		}
		catch (RuntimeException ex) {
			timers.stop();
			this.quorum.nodes().forEach(QuorumNode::stop);
			throw ex;
		}
		this.running = new Running(timers, new Withdrawals(this.quorum, timers), new Reminders(this.quorum, timers));
	}

	@Override
	public void stop() {
		Running open = this.running;
		this.running = null;
		this.attempts.clear();
		if (open != null) {
			open.timers().stop();
			this.quorum.nodes().forEach(QuorumNode::stop);
		}
	}

	private static CompletionStage<StoreReply> closed() {
		return CompletableFuture
			.failedStage(new StoreException(StoreException.Outcome.NOT_SENT, "the connections are closed", null));
	}

	/**
	 * Between a start and a stop.
	 */
	private record Running(Timers timers, Withdrawals withdrawals, Reminders reminders) {

	}

}
