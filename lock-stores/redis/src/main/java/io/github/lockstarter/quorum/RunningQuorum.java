package io.github.lockstarter.quorum;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

import io.github.lockstarter.store.AttemptId;
import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.store.PushMessage;
import io.github.lockstarter.store.Renewal;
import io.github.lockstarter.store.ServerTime;
import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.StoreException.Outcome;
import io.github.lockstarter.store.StoreReply;
import io.github.lockstarter.store.StoreReply.Status;

/**
 * A running quorum, from a start to a stop: the requests to all nodes, and what continues
 * after the answers.
 */
record RunningQuorum(Quorum quorum, Timers timers, Map<String, QuorumAttempt> attempts, Reminders reminders) {

	static final StoreReply FINISHED = StoreReply.of(Status.FINISHED, ServerTime.NONE);

	// A busy lock may change hands between the description and the release.
	private static final int TAKEN_FROM_ONE = 3;

	static RunningQuorum of(Quorum quorum, Timers timers) {
		return new RunningQuorum(quorum, timers, new ConcurrentHashMap<>(), new Reminders(quorum, timers));
	}

	private QuorumAttempt attempt(String id, String name) {
		QuorumAttempt known = this.attempts.get(id);
		return (known != null) ? known : new QuorumAttempt(id, name, new HandedVotes(this.quorum));
	}

	// This and the next two: call under the mutex of the attempt.
	void keep(QuorumAttempt attempt) {
		this.attempts.put(attempt.id(), attempt);
	}

	boolean isKept(QuorumAttempt attempt) {
		return this.attempts.get(attempt.id()) == attempt;
	}

	void forget(QuorumAttempt attempt) {
		this.attempts.remove(attempt.id(), attempt);
	}

	// A node may have a lease for that long even if it has not answered.
	long repeatMillis(Proposal question) {
		return question.leaseMillis() + this.quorum.settings().commandTimeout().toMillis();
	}

	// If something that the attempt has given up is on its way, it is remembered for a
	// while, because it may ask again. Call under the mutex of the attempt.
	void forgetIfNothingIsLeft(QuorumAttempt attempt, Proposal question) {
		long since = attempt.emptyRound();
		if (!attempt.hasNothingSince(since) || !isKept(attempt)) {
			return;
		}
		if (attempt.handed().isBlank()) {
			forget(attempt);
			return;
		}
		this.timers.later(() -> attempt.guarded(() -> {
			if (attempt.hasNothingSince(since)) {
				forget(attempt);
			}
		}), repeatMillis(question));
	}

	CompletionStage<StoreReply> acquire(String name, Proposal proposal) {
		return acquire(attempt(proposal.id(), name), name, proposal);
	}

	CompletionStage<StoreReply> acquire(QuorumAttempt attempt, String name, Proposal proposal) {
		return new AcquireRound(this, attempt, name, proposal).start();
	}

	// Call under the mutex of the attempt.
	boolean isOver(QuorumAttempt attempt) {
		return attempt.isLatest(Withdrawal.END) || this.reminders.isEnding(attempt.id());
	}

	// An attempt that will ask after another answer, and may end before.
	QuorumAttempt expect(String name, String id) {
		QuorumAttempt attempt = attempt(id, name);
		attempt.guarded(() -> keep(attempt));
		return attempt;
	}

	void expectNoMore(QuorumAttempt attempt) {
		attempt.guarded(() -> {
			if (attempt.hasNotAsked()) {
				forget(attempt);
			}
		});
	}

	List<CompletionStage<StoreReply>> renew(List<Renewal> renewals) {
		return new Renewals(this, renewals).send();
	}

	CompletionStage<StoreReply> withdraw(String name, Withdrawal withdrawal) {
		Round round = Round.decidedSoon(this, Verdict::ofWithdrawal);
		QuorumAttempt attempt = attempt(withdrawal.id(), name);
		attempt.guarded(() -> {
			attempt.end();
			forget(attempt);
			QuorumSettings settings = this.quorum.settings();
			long now = this.quorum.clock().nanoTime();
			long left = attempt.leftMillis(now) + settings.commandTimeout().toMillis();
			long millis = Math.max(left, settings.lease().toMillis());
			Withdrawal handing = withdrawal.handing(floor(attempt, now));
			this.reminders.withdraw(name, handing, millis, (node, reply, failure) -> {
				if (reply != null && reply.status() != Status.STALE) {
					attempt.guarded(() -> attempt.givenUpBy(node));
				}
				else if (reply != null) {
					round.answer().thenAccept((whole) -> withdrawLater(node, name, withdrawal, millis, whole));
				}
				round.onVote(node, reply, failure);
			});
		});
		return round.answer();
	}

	// Larger than all tokens of this turn, so that all nodes hand over the same one; 0
	// while no node has reported its time.
	private long floor(QuorumAttempt attempt, long now) {
		long floor = this.quorum.floor(now);
		return (floor > 0) ? Math.max(floor, attempt.lastToken() + 1) : 0;
	}

	LockStore.Listener listener(int node, LockStore.Listener listener) {
		return new VoteListener(this, node, listener);
	}

	CompletionStage<StoreReply> giveBack(PushMessage message) {
		QuorumAttempt attempt = this.attempts.get(message.id());
		return (attempt != null) ? withdraw(attempt.name(), Withdrawal.end(message.id(), 0, LockStore.NO_LIMIT))
				: CompletableFuture.completedStage(StoreReply.of(Status.CANCELLED, message.time()));
	}

	// A node whose clock is ahead ignored the command, while the others have released the
	// lock.
	private void withdrawLater(int node, String name, Withdrawal withdrawal, long millis, StoreReply whole) {
		if (whole.status() != Status.STALE) {
			this.reminders.withdraw(node, name, withdrawal.after(0), millis, (at, reply, failure) -> {
			});
		}
	}

	// If the request before the last one acquired the lock, its answer is on its way to a
	// caller that will work under it.
	CompletionStage<StoreReply> withdrawUnlessOwned(String name, Withdrawal withdrawal) {
		QuorumAttempt attempt = attempt(withdrawal.id(), name);
		return attempt
			.guarded(() -> attempt.isOwner()
					? CompletableFuture.failedStage(new StoreException(Outcome.UNKNOWN,
							"the request before the last one has acquired the lock", null))
					: withdraw(name, withdrawal));
	}

	CompletionStage<StoreReply> take(String name, long token) {
		return takeFrom(name, (votes) -> Verdict.ofTurn(votes, token));
	}

	// CANCELLED if the lock changed hands each time.
	CompletionStage<StoreReply> take(String name) {
		return takeFromAny(name, TAKEN_FROM_ONE);
	}

	private CompletionStage<StoreReply> takeFromAny(String name, int more) {
		return takeFrom(name, Verdict::ofTurn).thenCompose((reply) -> (reply.status() == Status.CANCELLED && more > 0)
				? takeFromAny(name, more - 1) : CompletableFuture.completedStage(reply));
	}

	private CompletionStage<StoreReply> takeFrom(String name, Verdict holder) {
		return describe(name, holder).thenCompose((reply) -> (reply.status() == Status.HELD)
				? takeFrom(name, reply.holder()) : CompletableFuture.completedStage(reply));
	}

	private CompletionStage<StoreReply> takeFrom(String name, String holder) {
		Round round = Round.decidedSoon(this, Verdict::ofWithdrawal);
		Withdrawal withdrawal = Withdrawal.from(holder,
				this.quorum.clock().nanoTime() + this.quorum.settings().commandTimeout().toNanos());
		this.quorum.ask((node) -> node.withdraw(name, withdrawal), round::onVote);
		return round.answer().thenApply((reply) -> {
			if (reply.status() == Status.STALE) {
				throw new StoreException(Outcome.UNKNOWN, "the command had expired by the clocks of the masters", null);
			}
			return reply;
		});
	}

	CompletionStage<StoreReply> describe(String name) {
		return describe(name, Verdict::ofDescription).thenCompose((reply) -> (reply.status() == Status.HELD)
				? withLabel(reply) : CompletableFuture.completedStage(reply));
	}

	private CompletionStage<StoreReply> describe(String name, Verdict verdict) {
		Round round = Round.decidedSoon(this, verdict);
		this.quorum.ask((node) -> node.describe(name), round::onVote);
		return round.answer();
	}

	// The label is a courtesy: a silent minority is not waited for, and the id does
	// otherwise.
	private CompletionStage<StoreReply> withLabel(StoreReply held) {
		String client = AttemptId.client(held.holder());
		AtomicInteger needed = new AtomicInteger(this.quorum.majority());
		CompletableFuture<String> found = new CompletableFuture<>();
		this.quorum.nodes().forEach((node) -> node.label(client).whenComplete((label, failure) -> {
			if (label != null && !label.equals(client)) {
				found.complete(label);
			}
			if (needed.decrementAndGet() == 0) {
				found.complete(client);
			}
		}));
		return found.thenApply(held::withHolder);
	}

	void stop() {
		this.timers.stop();
		this.quorum.nodes().forEach(QuorumNode::stop);
	}

	static <T> CompletionStage<T> closed() {
		return CompletableFuture.failedStage(new StoreException(Outcome.NOT_SENT, "the connections are closed", null));
	}

}
